import type { ClientConfiguration } from "../client/client-configuration.ts";

/** What the method's own requests to the provider are signed with. */
export type Credentials = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** A session's own. */
  sessionToken?: string;
}>;

/** The credentials of the method; undefined when it has none. Source: cloud-auth-api.md, "Credential resolution". */
export async function providerCredentials(
  configuration: Pick<ClientConfiguration, "access_key" | "secret_key">,
): Promise<Credentials | undefined> {
  const { access_key: accessKeyId, secret_key: secretAccessKey } = configuration;
  return accessKeyId === "" || secretAccessKey === "" ? undefined : { accessKeyId, secretAccessKey };
}
