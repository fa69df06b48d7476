import { z } from "zod";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { parseDuration } from "../../../api/values/duration.ts";
import type { Mount, MountKind, MountTokenType } from "../../mounts/mount-type.ts";
import { builtInVersion } from "./describe-mount.ts";

export const settingFields = {
  default_lease_ttl: field.duration.optional(),
  max_lease_ttl: field.duration.optional(),
  listing_visibility: field.text.meta({ description: "`unauth`, `hidden`, or empty." }).optional(),
  passthrough_request_headers: field.list.optional(),
  allowed_response_headers: field.list.optional(),
  audit_non_hmac_request_keys: field.list.optional(),
  audit_non_hmac_response_keys: field.list.optional(),
  token_type: field.text
    .meta({ description: "`default-service`, `default-batch`, `service` or `batch`; for auth methods." })
    .optional(),
  plugin_version: field.text.optional(),
} as const;

const settings = z.object(settingFields);
const firstSettings = settings.extend({ force_no_cache: field.boolean.default(false) });

export type SettingsRequest = z.output<typeof settings>;

const tokenTypes: readonly string[] = [
  "default-service",
  "default-batch",
  "service",
  "batch",
] satisfies MountTokenType[];

export function withSettings(mount: Mount, request: SettingsRequest): Mount {
  const { listing_visibility: visibility = mount.listingVisibility ?? "" } = request;
  if (!["", "hidden", "unauth"].includes(visibility)) {
    throw new Problem("refused", `invalid listing_visibility ${visibility}`);
  }
  const { passthrough_request_headers, allowed_response_headers, plugin_version } = request;
  const { audit_non_hmac_request_keys, audit_non_hmac_response_keys } = request;
  if (plugin_version && plugin_version !== builtInVersion) {
    throw new Problem("refused", `plugin not found in the catalog: ${mount.type}`);
  }
  const next = {
    ...mount,
    listingVisibility: visibility as "" | "hidden" | "unauth",
    passthroughRequestHeaders: passthrough_request_headers ?? mount.passthroughRequestHeaders ?? [],
    allowedResponseHeaders: allowed_response_headers ?? mount.allowedResponseHeaders ?? [],
    auditNonHmacRequestKeys: audit_non_hmac_request_keys ?? mount.auditNonHmacRequestKeys ?? [],
    auditNonHmacResponseKeys: audit_non_hmac_response_keys ?? mount.auditNonHmacResponseKeys ?? [],
    tokenType: tokenTypeOf(mount, request),
    pluginVersion: plugin_version ?? mount.pluginVersion ?? "",
  };
  // Empty settings are not stored.
  const entries = Object.entries(next).filter(([, value]) => value !== undefined && value !== "" && !isEmpty(value));
  return { ...(Object.fromEntries(entries) as Mount), description: mount.description };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function tokenTypeOf({ kind, tokenType }: Mount, { token_type }: SettingsRequest): MountTokenType | undefined {
  if (kind === "secret" || token_type === undefined) return tokenType;
  const wanted = token_type === "" ? "default-service" : token_type;
  if (!tokenTypes.includes(wanted)) throw new Problem("refused", "invalid value for 'token_type'");
  return wanted as MountTokenType;
}

/**
 * Parses a TTL to seconds: "system" is 0, an empty or missing text is `before`. Throws an Error if `text` is invalid.
 */
export function leaseSeconds(text: string | undefined, before: number): number {
  if (text === undefined || text === "") return before;
  return text === "system" ? 0 : parseDuration(text);
}

export function parseSettings(config: JsonObject): SettingsRequest & Readonly<{ force_no_cache: boolean }> {
  const nonNull = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
  const parsed = firstSettings.safeParse(nonNull);
  if (!parsed.success) throw new Problem("refused", "unable to convert given mount config information");
  return parsed.data;
}

export function resolveType(
  kind: MountKind,
  name: string,
): Readonly<{ type: string; options: Record<string, string> }> {
  const version = kind === "secret" ? /^kv-v([12])$/.exec(name)?.[1] : undefined;
  return version === undefined ? { type: name, options: {} } : { type: "kv", options: { version } };
}
