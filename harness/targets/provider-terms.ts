import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Target } from "./target.ts";

/** Fields whose names contain the provider: in scenarios (`cloud`) and on servers of AWS type (`aws`). */
const fields: readonly Readonly<{ cloud: string; aws: string }>[] = [
  { cloud: "cloud_public_cert", aws: "aws_public_cert" },
  { cloud: "resolve_cloud_unique_ids", aws: "resolve_aws_unique_ids" },
  { cloud: "inferred_cloud_region", aws: "inferred_aws_region" },
];

/** Fields of the identity configuration whose values are field names: a list, or a text with commas. */
const namingFields: ReadonlySet<string> = new Set(["iam_metadata", "ec2_metadata"]);

/** Name of the header that names the server for which a signed request is meant, by provider. */
export const serverIdHeaders = { cloud: "X-Svc-Cloud-IAM-Server-ID", aws: "X-Vault-AWS-IAM-Server-ID" } as const;

type Provider = NonNullable<Target["provider"]>;
type Json = unknown;

/** Returns `request` with the scenarios' field names and types replaced by those of the provider. */
export function inProviderTerms(provider: Provider, request: ApiRequest): ApiRequest {
  const { body } = request;
  if (provider === "cloud" || typeof body !== "object") return request;
  const type = mountsCloudLogin(request) ? { type: "aws" } : {};
  return { ...request, body: { ...(renamed(body, "cloud", "aws") as typeof body), ...type } };
}

/** True if a request of a scenario mounts the cloud login method. */
export function mountsCloudLogin({ path, body }: Pick<ApiRequest, "path" | "body">): boolean {
  const isMounting = /^sys\/auth\/[^/]/.test(path) && !/^sys\/auth\/.+\/tune\/?$/.test(path);
  return isMounting && typeof body === "object" && body.type === "cloud";
}

/**
 * Returns `reply` with the provider's field names and types replaced by those of scenarios, the field names also in
 * error messages.
 */
export function fromProviderTerms(provider: Provider, request: ApiRequest, reply: ApiReply): ApiReply {
  if (provider === "cloud" || reply.body === undefined) return reply;
  const body = renamed(reply.body, "aws", "cloud") as NonNullable<ApiReply["body"]>;
  const { errors } = body;
  const inErrors = errors ? { errors: withNames(errors, "aws", "cloud") as typeof errors } : {};
  const translated = { ...body, ...inErrors };
  return { ...reply, body: /^sys\/auth\/?/.test(request.path) ? (typed(translated) as typeof body) : translated };
}

function renamed(value: Json, from: Provider, to: Provider): Json {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      fields.find((one) => one[from] === name)?.[to] ?? name,
      namingFields.has(name) ? withNames(field, from, to) : renamed(field, from, to),
    ]),
  );
}

/** Replaces field names in a text, or in the texts of a list. */
function withNames(value: Json, from: Provider, to: Provider): Json {
  if (Array.isArray(value)) return value.map((item) => withNames(item, from, to));
  if (typeof value !== "string") return value;
  return value.replace(/\w+/g, (word) => fields.find((one) => one[from] === word)?.[to] ?? word);
}

function typed(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === "type" && field === "aws" ? "cloud" : typed(field)]),
  );
}
