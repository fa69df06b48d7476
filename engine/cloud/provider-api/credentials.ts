import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";
import { metadataCredentials } from "./metadata-credentials.ts";

/** What the method's own requests to the provider are signed with. */
export type Credentials = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** A session's own. */
  sessionToken?: string;
  /** The region of calls that have none of their own; the provider's global one by default. */
  region?: string;
}>;

export type CredentialSources = Readonly<{
  configuration: Pick<ClientConfiguration, "access_key" | "secret_key">;
  cloud: Cloud;
  /** The type that the method is enabled as: variables of the environment are named after it. */
  type: string;
}>;

/** Credentials by the configuration that they stand in: what is derived from them is kept as long as that is. */
const configured = new WeakMap<CredentialSources["configuration"], Credentials>();

/**
 * The credentials of the method: those configured, else those of the environment, else those of the
 * IAM role of the instance that the cluster runs on (CLOUD-CREDS-01, CLOUD-CREDS-02,
 * CLOUD-CREDS-04). Undefined when there are none.
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
