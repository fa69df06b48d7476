/** The spelling of one provider: names of fields and headers, and the method's type. The API is the same for each. */
export type Provider = Readonly<{
  /** The type that the method is enabled as. */
  type: string;
  /** The word in names of fields, such as `cloud` in `resolve_cloud_unique_ids`. */
  fieldWord: string;
  /** What texts call the service whose header it is. */
  serviceWord: string;
  /** The header that says which server signed evidence is meant for, as error texts spell it. */
  serverIdHeader: string;
}>;

/**
 * The names of the requirements, such as `resolve_cloud_unique_ids` (CLOUD-RESOLVE-01) and
 * `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01).
 */
export const cloudProvider: Provider = {
  type: "cloud",
  fieldWord: "cloud",
  serviceWord: "svc",
  serverIdHeader: "X-Svc-Cloud-IAM-Server-ID",
};

/** The words of the reference implementation, for clients made for it. */
export const awsProvider: Provider = {
  type: "aws",
  fieldWord: "aws",
  serviceWord: "vault",
  serverIdHeader: "X-Vault-AWS-IAM-Server-ID",
};

/** Every type that the method can be enabled as. */
export const providers: readonly Provider[] = [cloudProvider, awsProvider];

/** What `make` makes of a provider, made once: the shapes of fields are the same for every cluster of a process, and are compiled when they are first used. */
export function oncePerProvider<Made>(make: (provider: Provider) => Made): (provider: Provider) => Made {
  const all = new Map(providers.map((provider) => [provider, make(provider)]));
  return (provider) => all.get(provider) ?? make(provider);
}

/** Server-ID headers that are accepted whatever the type, in lower case. */
export const serverIdHeaders: readonly string[] = providers.map(({ serverIdHeader }) => serverIdHeader.toLowerCase());

/** The name of the field that says whether ARNs are resolved to unique ids. */
export function resolveUniqueIdsField({ fieldWord }: Provider): string {
  return `resolve_${fieldWord}_unique_ids`;
}

/** The name of the field for the region in which inferred entities are looked for. */
export function inferredRegionField({ fieldWord }: Provider): string {
  return `inferred_${fieldWord}_region`;
}

/** The name of the field that holds a certificate of the provider's. */
export function publicCertificateField({ fieldWord }: Provider): string {
  return `${fieldWord}_public_cert`;
}

/** The environment's variable `name` for a method of `type`, such as `CLOUD_ACCESS_KEY`. */
export function variableNamed(name: string, type: string): string {
  const word = providers.find((provider) => provider.type === type)?.fieldWord ?? type;
  return `${word.toUpperCase()}_${name}`;
}
