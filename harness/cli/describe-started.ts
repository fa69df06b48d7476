/** What a user needs to know to use clusters that were started. */
export type StartedClusters = Readonly<{
  /**
   * Without a token and a mode of replication (`primary`, `secondary` or `disabled`) where an operator has to initialise or unseal it first.
   * `primary` is the cluster that a secondary replicates from.
   */
  clusters: readonly Readonly<{
    name: string;
    api: string;
    link: string;
    /** Where audit devices may write to files. */
    auditFolders: readonly string[];
    token?: string;
    mode?: string;
    primary?: string;
  }>[];
  /** The one unseal key of all clusters, or the file that it is kept in; none where they start sealed. */
  unsealKey?: Readonly<{ hex: string } | { file: string }>;
  /** Whether the database is kept as what clusters store is; where it is not and they are, why not. */
  databases: readonly Readonly<{ kind: string; url: string; kept: boolean; notKept?: string }>[];
  cloud: Readonly<{ url: string; region: string; account: string; accessKeyId: string; secretAccessKey: string }>;
  /** Where faults are asked for, and with which token; left out where they cannot be. */
  control?: Readonly<{ url: string; token: string }>;
}>;

/** One JSON object on one line, for programs: clusters, databases and the cloud with their credentials. */
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

/** What to type next, for people: what to export for each cluster, and commands to try. `isKept` says that their stores are durable. */
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
      `  other clusters dial ${cluster.link}`,
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
    `Ctrl-C ends it; ${isKept ? keptText(databases) : "nothing is kept"}.`,
    "",
  ].join("\n");
}

function roleFor({ mode, primary }: StartedClusters["clusters"][number]): string {
  if (mode === "primary") return ", the primary";
  if (mode === "secondary")
    return primary === undefined ? ", a secondary without a primary" : `, a secondary of ${primary}`;
  return "";
}

/** A database that is new, where clusters know an earlier one, has to be told of. */
function persistenceLines({ kept, notKept }: StartedClusters["databases"][number]): readonly string[] {
  if (kept) return ["  is kept beside the stores, with its address"];
  return notKept === undefined
    ? []
    : [`  is new and empty with every start: ${notKept}; stored connections to an earlier one fail`];
}

function keptText(databases: StartedClusters["databases"]): string {
  return databases.some(({ kept }) => kept)
    ? "what clusters stored and the database are kept, and nothing else"
    : "what clusters stored is kept, and nothing else";
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

/** A word a shell takes as it is, quoted only when it has to be. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
