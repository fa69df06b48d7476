import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";
import { metadataCredentials } from "./metadata-credentials.ts";

/** Credentials that sign the method's requests to the provider. */
export type Credentials = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** Token of a session; omitted for a long-term key. */
  sessionToken?: string;
  /** Region of calls without a region. Default: the provider's global region. */
  region?: string;
}>;

export type CredentialSources = Readonly<{
  configuration: Pick<ClientConfiguration, "access_key" | "secret_key">;
  cloud: Cloud;
  /** Type of the auth method, which is part of the names of environment variables. */
  type: string;
}>;

/** Credentials by configuration, so that derived keys are cached as long as the configuration. */
const configured = new WeakMap<CredentialSources["configuration"], Credentials>();

/**
 * Returns the configured credentials, or those of the environment, or those of the IAM role of the
 * cluster's instance (CLOUD-CREDS-01, CLOUD-CREDS-02, CLOUD-CREDS-04). Undefined if there are none.
 */
export async function providerCredentials(sources: CredentialSources): Promise<Credentials | undefined> {
  return (
    configuredCredentials(sources.configuration) ??
    environmentCredentials(sources) ??
    (await metadataCredentials(sources))
  );
}

function configuredCredentials(configuration: CredentialSources["configuration"]): Credentials | undefined {
  const { access_key: accessKeyId, secret_key: secretAccessKey } = configuration;
  if (accessKeyId === "" || secretAccessKey === "") return undefined;
  const credentials = configured.get(configuration) ?? { accessKeyId, secretAccessKey };
  configured.set(configuration, credentials);
  return credentials;
}

function environmentCredentials({ cloud, type }: CredentialSources): Credentials | undefined {
  const { environment } = cloud.surroundings ?? noSurroundings;
  const variable = (name: string) => environment[variableNamed(name, type)] ?? "";
  const [accessKeyId, secretAccessKey, region] = ["ACCESS_KEY", "SECRET_KEY", "REGION"].map(variable);
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(region ? { region } : undefined) };
}
