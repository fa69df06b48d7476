import { z } from "zod";
import { trimEnd } from "../../api/trim-ends.ts";
import { type Cloud, type CloudReply, noSurroundings } from "../../ports/cloud.ts";
import { variableNamed } from "../provider.ts";

/** The credentials of a session of an IAM role. */
export type SessionCredentials = Readonly<{ accessKeyId: string; secretAccessKey: string; sessionToken: string }>;

/** Where every instance reaches its own metadata. Source: AWS, "Instance metadata". */
const usualEndpoint = "http://169.254.169.254";

const tokenPath = "/latest/api/token";
const rolePath = "/latest/meta-data/iam/security-credentials/";

/** The service is on the same machine as the instance; where there is none, nothing answers. */
const timeoutMilliseconds = 1000;

/** The token is used for the two questions that follow. */
const tokenSeconds = "60";

const told = z.object({
  Code: z.literal("Success"),
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
});

/**
 * The credentials of the IAM role of the instance that the cluster runs on, of its metadata by version 2, or 1 where there is no other.
 * Undefined where there is no metadata, it is switched off, or the instance has no role. `…_EC2_METADATA_DISABLED` and
 * `…_EC2_METADATA_SERVICE_ENDPOINT` of the environment are heeded as the provider's own clients do.
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
  const { data } = told.safeParse(value);
  return data && { accessKeyId: data.AccessKeyId, secretAccessKey: data.SecretAccessKey, sessionToken: data.Token };
}
