/** Names that depend on the mount type: names of fields and headers, and words in error texts. */
export type Provider = Readonly<{
  type: string;
  fieldWord: string;
  serviceWord: string;
  /** Name of the server ID header. Signers put the id of the intended server into this header. */
  serverIdHeader: string;
}>;

/**
 * Names that the requirements define, such as `resolve_cloud_unique_ids` (CLOUD-RESOLVE-01) and
 * `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01).
 */
export const cloudProvider: Provider = {
  type: "cloud",
  fieldWord: "cloud",
  serviceWord: "svc",
  serverIdHeader: "X-Svc-Cloud-IAM-Server-ID",
};

export const awsProvider: Provider = {
  type: "aws",
  fieldWord: "aws",
  serviceWord: "vault",
  serverIdHeader: "X-Vault-AWS-IAM-Server-ID",
};

export const providers: readonly Provider[] = [cloudProvider, awsProvider];

/**
 * Calls `make` for each of {@link providers}. Returns a function that returns the result for a provider. All clusters
 * of a process then share the compiled schemas.
 */
export function oncePerProvider<Made>(make: (provider: Provider) => Made): (provider: Provider) => Made {
  const all = new Map(providers.map((provider) => [provider, make(provider)]));
  return (provider) => all.get(provider) ?? make(provider);
}

/** Server ID headers of all providers, in lower case. Each is accepted for every mount type. */
export const serverIdHeaders: readonly string[] = providers.map(({ serverIdHeader }) => serverIdHeader.toLowerCase());

export function resolveUniqueIdsField({ fieldWord }: Provider): string {
  return `resolve_${fieldWord}_unique_ids`;
}

export function inferredRegionField({ fieldWord }: Provider): string {
  return `inferred_${fieldWord}_region`;
}

export function publicCertificateField({ fieldWord }: Provider): string {
  return `${fieldWord}_public_cert`;
}

/** Returns the name of an environment variable for a mount type, such as `CLOUD_ACCESS_KEY`. */
export function variableNamed(name: string, type: string): string {
  const word = providers.find((provider) => provider.type === type)?.fieldWord ?? type;
  return `${word.toUpperCase()}_${name}`;
}
