import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";
import { metadataCredentials } from "./metadata-credentials.ts";

export type Credentials = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** Session token of temporary credentials; omitted for a long-term access key. */
  sessionToken?: string;
  /** Region of AssumeRole calls if no configured STS region applies. Default: the provider's global region. */
  region?: string;
}>;

export type CredentialSources = Readonly<{
  configuration: Pick<ClientConfiguration, "access_key" | "secret_key">;
  cloud: Cloud;
  type: string;
}>;

/** Cache: the same credentials object for the same configuration object, so that cached signing keys remain usable. */
const configured = new WeakMap<CredentialSources["configuration"], Credentials>();

/**
 * Returns the configured credentials; if there are none, those in the environment; if there are none, those of the IAM
 * role of the cluster's instance (CLOUD-CREDS-01, CLOUD-CREDS-02, CLOUD-CREDS-04). Returns undefined if there are none
 * at all.
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
