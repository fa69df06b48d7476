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

/**
 * The credentials of the method: those that are configured, else those of the environment, else those of the IAM role of the instance that
 * the cluster runs on. Undefined when there are none. Source: cloud-auth-api.md, "Credential resolution".
 */
export async function providerCredentials(sources: CredentialSources): Promise<Credentials | undefined> {
  const { access_key: accessKeyId, secret_key: secretAccessKey } = sources.configuration;
  if (accessKeyId !== "" && secretAccessKey !== "") return { accessKeyId, secretAccessKey };
  return environmentCredentials(sources) ?? (await metadataCredentials(sources));
}

function environmentCredentials({ cloud, type }: CredentialSources): Credentials | undefined {
  const { environment } = cloud.surroundings ?? noSurroundings;
  const variable = (name: string) => environment[variableNamed(name, type)] ?? "";
  const [accessKeyId, secretAccessKey, region] = ["ACCESS_KEY", "SECRET_KEY", "REGION"].map(variable);
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(region ? { region } : undefined) };
}
