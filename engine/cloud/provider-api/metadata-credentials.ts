import { z } from "zod";
import { trimEnd } from "../../api/values/trim-ends.ts";
import { type Cloud, type CloudReply, noSurroundings } from "../../ports/cloud.ts";
import { variableNamed } from "../provider.ts";

/** Credentials of a session of an IAM role. */
export type SessionCredentials = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken: string }>;

/** Address of the instance metadata service. Source: AWS, "Instance metadata". */
const usualEndpoint = "http://169.254.169.254";

const tokenPath = "/latest/api/token";
const rolePath = "/latest/meta-data/iam/security-credentials/";

/** Short, since the service runs on the same host, and without it nothing answers. */
const timeoutMilliseconds = 1000;

/** Lifetime of the metadata token, in seconds: it is used for two requests. */
const tokenSeconds = "60";

const credentialsReply = z.object({
  Code: z.literal("Success"),
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
});

/**
 * Returns the credentials of the IAM role of the cluster's instance, from its metadata of version
 * 2, or version 1 if there is no other. Returns undefined without metadata or role. The environment
 * variables `…_EC2_METADATA_DISABLED` and `…_EC2_METADATA_SERVICE_ENDPOINT` have the same effect as
 * for the provider's own clients.
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
