import { mask } from "#harness/reports/mask-text.ts";

/** Names of texts that are told of any body: what checkers compare, and what people look for. */
const told: ReadonlySet<string> = new Set([
  "request_id",
  "lease_id",
  "username",
  "type",
  "plugin_name",
  "db_name",
  "role",
  "iam_http_request_method",
  "created_time",
  "deletion_time",
  "ttl",
  "errors",
  "warnings",
]);

/**
 * A body whose texts are a client's own, as where any client may ask: names, numbers and what {@link told} lists stay, all other texts
 * go. What is asked below `sys/` is about the service, and stays.
 */
export function bareBody(path: string, body: unknown): unknown {
  return /(^|\/)sys\//.test(path) ? body : bare(body);
}

function bare(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? value : mask;
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, told.has(name) ? field : bare(field)]));
}
