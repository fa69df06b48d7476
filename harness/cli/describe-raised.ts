/** What somebody needs to know to use clusters that were raised. */
export type Raised = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string; link: string; token: string }>[];
  databases: readonly Readonly<{ kind: string; url: string }>[];
  cloud: Readonly<{ url: string; region: string; account: string; accessKeyId: string; secretAccessKey: string }>;
}>;

/** One JSON object on one line, for programs: clusters, databases and the cloud with their credentials. */
export function describeAsJson({ clusters, databases, cloud }: Raised): string {
  const { url, region, account, accessKeyId, secretAccessKey } = cloud;
  return JSON.stringify({
    clusters: clusters.map(({ name, api, link, token }) => ({ name, api, link, token })),
    databases: databases.map((database) => ({ kind: database.kind, url: database.url })),
    cloud: { url, region, account, access_key_id: accessKeyId, secret_access_key: secretAccessKey },
  });
}

/** What to type next, for people: what to export for each cluster, and commands to try. */
export function describeForPeople({ clusters, databases, cloud }: Raised): string {
  const first = clusters[0];
  return [
    ...clusters.flatMap((cluster) => [
      `${cluster.name}`,
      `  export VAULT_ADDR=${quoted(cluster.api)}`,
      `  export VAULT_TOKEN=${quoted(cluster.token)}`,
      `  other clusters dial ${cluster.link}`,
      "",
    ]),
    ...databases.flatMap(({ kind, url }) => [`Database (${kind})`, `  ${url}`, ""]),
    `Cloud (account ${cloud.account})`,
    `  export AWS_ENDPOINT_URL=${quoted(cloud.url)} AWS_REGION=${quoted(cloud.region)}`,
    `  export AWS_ACCESS_KEY_ID=${quoted(cloud.accessKeyId)} AWS_SECRET_ACCESS_KEY=${quoted(cloud.secretAccessKey)}`,
    "",
    ...(first ? ["Try", ...examples(first)] : []),
    "Ctrl-C ends it; nothing is kept.",
    "",
  ].join("\n");
}

function examples({ api }: Raised["clusters"][number]): readonly string[] {
  return [
    `  curl -s ${quoted(`${api}/v1/sys/health`)}`,
    `  curl -s -H "X-Vault-Token: $VAULT_TOKEN" ${quoted(`${api}/v1/sys/replication/performance/status`)}`,
    "",
  ];
}

/** A word a shell takes as it is, quoted only when it has to be. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
