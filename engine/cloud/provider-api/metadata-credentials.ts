import { z } from "zod";
import { trimEnd } from "../../api/values/trim-ends.ts";
import { type Cloud, type CloudReply, noSurroundings } from "../../ports/cloud.ts";
import { variableNamed } from "../provider.ts";

export type SessionCredentials = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken: string }>;

/** Address of the instance metadata service (IMDS). Source: AWS, "Instance metadata". */
const usualEndpoint = "http://169.254.169.254";

const tokenPath = "/latest/api/token";
const rolePath = "/latest/meta-data/iam/security-credentials/";

const timeoutMilliseconds = 1000;

const tokenSeconds = "60";

const credentialsReply = z.object({
  Code: z.literal("Success"),
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
});

/**
 * Returns the credentials of the IAM role of the cluster's instance. Queries the instance metadata service in version
 * 2, or in version 1 if version 2 is not available. Returns undefined if there are no such credentials. The environment
 * variables `…_EC2_METADATA_DISABLED` and `…_EC2_METADATA_SERVICE_ENDPOINT` have the same effect as in the provider's
 * own clients.
 */
export async function metadataCredentials({
  cloud,
  type,
}: Readonly<{ cloud: Cloud; type: string }>): Promise<SessionCredentials | undefined> {
  const { environment } = cloud.surroundings ?? noSurroundings;
  const variable = (name: string) => environment[variableNamed(`EC2_METADATA_${name}`, type)] ?? "";
  if (variable("DISABLED").toLowerCase() === "true") return undefined;
  const endpoint = trimEnd(variable("SERVICE_ENDPOINT") || usualEndpoint, "/");
  const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = { method, url: endpoint + path, headers: Object.entries(headers), body: "", timeoutMilliseconds };
    return cloud.exchange(request).catch(() => undefined);
  };
  const granted = await ask("PUT", tokenPath, { "x-aws-ec2-metadata-token-ttl-seconds": tokenSeconds });
  if (!granted) return undefined;
  const headers = granted.status === 200 ? { "x-aws-ec2-metadata-token": granted.body.trim() } : {};
  const [role = ""] = bodyOf(await ask("GET", rolePath, headers)).split("\n");
  if (!/^[\w+=,.@-]{1,64}$/.test(role.trim())) return undefined;
  return read(bodyOf(await ask("GET", rolePath + role.trim(), headers)));
}

function bodyOf(reply: CloudReply | undefined): string {
  return reply?.status === 200 ? reply.body : "";
}

function read(text: string): SessionCredentials | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = credentialsReply.safeParse(value);
  return data && { accessKeyId: data.AccessKeyId, secretAccessKey: data.SecretAccessKey, sessionToken: data.Token };
}
