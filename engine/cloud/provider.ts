/** Names that differ between providers: the method's type, fields and headers. */
export type Provider = Readonly<{
  /** Type with which the auth method is enabled. */
  type: string;
  /** Word in field names, such as `cloud` in `resolve_cloud_unique_ids`. */
  fieldWord: string;
  /** Name of the service in error texts about the header. */
  serviceWord: string;
  /** Header with the id of the server that signed evidence is meant for, as in error texts. */
  serverIdHeader: string;
}>;

/**
 * Names from the requirements, such as `resolve_cloud_unique_ids` (CLOUD-RESOLVE-01) and
 * `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01).
 */
export const cloudProvider: Provider = {
  type: "cloud",
  fieldWord: "cloud",
  serviceWord: "svc",
  serverIdHeader: "X-Svc-Cloud-IAM-Server-ID",
};

/** Names of the reference implementation, for clients of the reference. */
export const awsProvider: Provider = {
  type: "aws",
  fieldWord: "aws",
  serviceWord: "vault",
  serverIdHeader: "X-Vault-AWS-IAM-Server-ID",
};

/** All types with which the method can be enabled. */
export const providers: readonly Provider[] = [cloudProvider, awsProvider];

/** Calls `make` once per provider, so that all clusters of a process share compiled schemas. */
export function oncePerProvider<Made>(make: (provider: Provider) => Made): (provider: Provider) => Made {
  const all = new Map(providers.map((provider) => [provider, make(provider)]));
  return (provider) => all.get(provider) ?? make(provider);
}

/** Server-ID headers in lower case. Each is accepted for every type. */
export const serverIdHeaders: readonly string[] = providers.map(({ serverIdHeader }) => serverIdHeader.toLowerCase());

/** Returns the name of the field that enables the resolution of ARNs to unique ids. */
export function resolveUniqueIdsField({ fieldWord }: Provider): string {
  return `resolve_${fieldWord}_unique_ids`;
}

/** Returns the name of the field for the region of inferred entities. */
export function inferredRegionField({ fieldWord }: Provider): string {
  return `inferred_${fieldWord}_region`;
}

/** Returns the name of the field for a provider certificate. */
export function publicCertificateField({ fieldWord }: Provider): string {
  return `${fieldWord}_public_cert`;
}

/** Returns the environment variable `name` of a method type, such as `CLOUD_ACCESS_KEY`. */
export function variableNamed(name: string, type: string): string {
  const word = providers.find((provider) => provider.type === type)?.fieldWord ?? type;
  return `${word.toUpperCase()}_${name}`;
}
