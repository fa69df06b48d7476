export type StartedClusters = Readonly<{
  /**
   * `mode` is the mode of performance replication, such as `primary`; `primary` is the cluster from which a secondary
   * replicates, if it is known. Clusters that start sealed have neither `token` nor `mode`.
   */
  clusters: readonly Readonly<{
    name: string;
    api: string;
    link: string;
    auditFolders: readonly string[];
    token?: string;
    mode?: string;
    primary?: string;
  }>[];
  /** Unseal key of all clusters, or the path of its file. Undefined if clusters start sealed. */
  unsealKey?: Readonly<{ hex: string } | { file: string }>;
  /** `kept`: the data survive a restart. `notKept`: the reason why they do not, although the clusters' stores do. */
  databases: readonly Readonly<{ kind: string; url: string; kept: boolean; notKept?: string }>[];
  cloud: Readonly<{ url: string; region: string; account: string; accessKeyId: string; secretAccessKey: string }>;
  control?: Readonly<{ url: string; token: string }>;
}>;

export function describeAsJson({ clusters, unsealKey, databases, cloud, control }: StartedClusters): string {
  const { url, region, account, accessKeyId, secretAccessKey } = cloud;
  return JSON.stringify({
    clusters: clusters.map(({ name, api, link, token, auditFolders, mode, primary }) => ({
      ...{ name, api, link, token, audit_folders: auditFolders },
      ...{ replication_performance_mode: mode, replicates_from: primary },
    })),
    ...(unsealKey && "hex" in unsealKey ? { unseal_key: unsealKey.hex } : {}),
    ...(unsealKey && "file" in unsealKey ? { unseal_key_file: unsealKey.file } : {}),
    databases: databases.map(({ kind, url, kept }) => ({ kind, url, kept })),
    cloud: { url, region, account, access_key_id: accessKeyId, secret_access_key: secretAccessKey },
    ...(control ? { control } : {}),
  });
}

/**
 * Formats addresses and credentials for people, with commands to run. `isKept` is true if the clusters' stores are
 * durable.
 */
export function describeForPeople(state: StartedClusters, { isKept = false } = {}): string {
  const { clusters, unsealKey, databases, cloud, control } = state;
  const first = clusters[0];
  return [
    ...clusters.flatMap((cluster) => [
      `${cluster.name}${roleFor(cluster)}`,
      `  export VAULT_ADDR=${quoted(cluster.api)}`,
      cluster.token === undefined
        ? "  is sealed: vault operator init, or vault operator unseal"
        : `  export VAULT_TOKEN=${quoted(cluster.token)}`,
      `  other clusters connect to ${cluster.link}`,
      `  audit devices write to files below ${cluster.auditFolders.map(quoted).join(", ")}`,
      "",
    ]),
    ...(unsealKey ? ["Unseal key", `  ${"hex" in unsealKey ? unsealKey.hex : `in ${unsealKey.file}`}`, ""] : []),
    ...databases.flatMap((database) => [
      `Database (${database.kind})`,
      `  export DATABASE_URL=${quoted(database.url)}`,
      ...persistenceLines(database),
      "",
    ]),
    `Cloud (account ${cloud.account})`,
    `  export AWS_ENDPOINT_URL=${quoted(cloud.url)} AWS_REGION=${quoted(cloud.region)}`,
    `  export AWS_ACCESS_KEY_ID=${quoted(cloud.accessKeyId)} AWS_SECRET_ACCESS_KEY=${quoted(cloud.secretAccessKey)}`,
    "",
    ...(control ? controlLines(control) : []),
    ...(first ? ["Try", ...examples(first)] : []),
    ...(clusters.some(({ mode }) => mode === "primary") ? ["A failover, step by step: docs/failover.md", ""] : []),
    `Ctrl-C stops the clusters; ${isKept ? keptText(databases) : "nothing is kept"}.`,
    "",
  ].join("\n");
}

function roleFor({ mode, primary }: StartedClusters["clusters"][number]): string {
  if (mode === "primary") return ", the primary";
  if (mode === "secondary")
    return primary === undefined ? ", a secondary without a primary" : `, a secondary of ${primary}`;
  return "";
}

function persistenceLines({ kept, notKept }: StartedClusters["databases"][number]): readonly string[] {
  if (kept) return ["  is kept beside the stores, with the same address"];
  return notKept === undefined
    ? []
    : [`  is new and empty at every start: ${notKept}; stored connections to an earlier database fail`];
}

function keptText(databases: StartedClusters["databases"]): string {
  return databases.some(({ kept }) => kept)
    ? "the stores and the database are kept, nothing else"
    : "the stores are kept, nothing else";
}

function examples({ api }: StartedClusters["clusters"][number]): readonly string[] {
  return [
    `  curl -s ${quoted(`${api}/v1/sys/health`)}`,
    `  curl -s -H "X-Vault-Token: $VAULT_TOKEN" ${quoted(`${api}/v1/sys/replication/performance/status`)}`,
    "",
  ];
}

function controlLines({ url, token }: NonNullable<StartedClusters["control"]>): readonly string[] {
  return [
    "Faults (docs/control.md)",
    `  export CONTROL=${quoted(url)} CONTROL_TOKEN=${quoted(token)}`,
    `  curl -H "Authorization: Bearer $CONTROL_TOKEN" $CONTROL/v1/state`,
    "",
  ];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
