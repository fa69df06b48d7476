import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { bounded, field } from "../../api/field.ts";
import { defaultBounds } from "../../api/fields/field-bounds.ts";
import { isJsonObject, type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseDuration } from "../../api/values/duration.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Access } from "../policy/access.ts";
import type { SystemContext } from "../system-context.ts";
import type { TokenLife } from "./token-life.ts";
import { policiesOfChild } from "./token-policies.ts";
import type { TokenRole } from "./token-roles.ts";
import { usesOf } from "./uses.ts";

const duration = (description: string, facts: Readonly<{ sets?: string }> = {}) =>
  field.duration.meta({ ...facts, description }).default("");

/** Fields of `auth/token/create`. Durations are texts, since their errors have a special format. */
export const creationFields = z.object({
  id: field.secret.meta({ description: "Text of the token; random if omitted. Requires root or sudo." }).default(""),
  policies: bounded
    .statements(defaultBounds.list)
    .meta({ description: "An array, or one name. If omitted, the policies of the caller's token.", folded: true })
    .default([]),
  meta: field.object.meta({ description: "Stored with the token and included in audit logs." }).optional(),
  display_name: field.text.default(""),
  ttl: duration("Time to live: seconds, or text such as 1h30m."),
  lease: duration("Former name of ttl.", { sets: "ttl" }),
  explicit_max_ttl: duration("Maximum lifetime, including renewals."),
  period: duration("Lifetime that each renewal restores. Requires root or sudo."),
  num_uses: field.integer.meta({ description: "0 means unlimited." }).default(0),
  no_parent: field.boolean
    .meta({ description: "Whether the token outlives the caller's token. Requires root or sudo." })
    .default(false),
  no_default_policy: field.boolean.default(false),
  renewable: field.boolean.optional(),
  type: field.text.meta({ description: "service or batch." }).default(""),
  entity_alias: field.text.meta({ description: "Only with a role that allows it." }).default(""),
});

type Fields = z.output<typeof creationFields>;

export type CreationWay = Readonly<{
  path: string;
  orphan: boolean;
  role?: TokenRole | undefined;
}>;

const customIdWarning =
  "Supplying a custom ID for the token uses the weaker SHA1 hashing instead of the more secure SHA2-256 HMAC for token obfuscation. SHA1 hashed tokens on the wire leads to less secure lookups.";

/**
 * Creates a token for the caller (W3.4-02, W3.4-03, W3.4-04). Throws a Problem with the reference's text if it is not
 * permitted (W3.4-05).
 */
export async function createToken(
  fields: Fields,
  call: CreationWay,
  { realm, access, caller }: SystemContext,
  tokens: TokenLife,
): Promise<Answer> {
  const parent = await tokens.find(caller.token);
  if (!parent) throw new Problem("bad token", "permission denied");
  if (parent.type === "batch") throw new Problem("refused", "batch tokens cannot create more tokens");
  if (parent.uses !== "unlimited") throw new Problem("refused", "restricted use token cannot generate child tokens");
  const sudo = needsPrivileges(fields) && isSudo(await access(), call.path);
  const { role } = call;
  const type = typeOf(fields.type, role);
  if (fields.entity_alias !== "" && !role) {
    throw new Problem("refused", "'entity_alias' is only allowed in combination with token role");
  }
  if (fields.num_uses < 0) throw new Problem("refused", "number of uses cannot be negative");
  if (type === "batch") requireBatchable(fields);
  if (fields.id !== "") requireUsableId(fields.id, sudo);
  const policies = policiesOfChild({
    wanted: fields.policies,
    noDefaultPolicy: fields.no_default_policy,
    parent: parent.policies,
    fromElsewhere: parent.namespace !== realm.namespace.id,
    sudo,
    role,
  });
  const isRoot = policies.includes("root");
  if (isRoot && type === "batch") throw new Problem("refused", "batch tokens cannot be root tokens");
  if (isRoot && realm.namespace.path !== "") {
    throw new Problem("refused", "root tokens may only be created in the root namespace");
  }
  const orphan = role ? role.orphan : fields.no_parent || call.orphan;
  if (!role && fields.no_parent && !sudo) {
    throw new Problem("refused", "root or sudo privileges required to create orphan token");
  }
  const explicitMaxTtlSeconds = secondsOf("explicit_max_ttl", fields.explicit_max_ttl);
  const periodSeconds = secondsOf("period", fields.period);
  if (periodSeconds > 0 && !sudo) {
    throw new Problem("refused", "root or sudo privileges required to create periodic token");
  }
  const ttlSeconds = secondsOf("ttl", fields.ttl) || secondsOf("lease", fields.lease);
  const explicitMax = minNonZero(explicitMaxTtlSeconds, type === "batch" ? 0 : (role?.explicitMaxTtlSeconds ?? 0));
  const period = minNonZero(periodSeconds, type === "batch" ? 0 : (role?.periodSeconds ?? 0));
  if (isRoot && parent.expiresAt !== null && ttlSeconds + period + explicitMax === 0) {
    throw new Problem("refused", "expiring root tokens cannot create non-expiring root tokens");
  }
  const { defaultSeconds, maxSeconds } = realm.mounts.tokenLimits();
  const entityId = orphan ? "" : parent.entityId;
  const { auth, warnings } = await tokens.create({
    wanted: {
      type,
      namespace: realm.namespace.id,
      // Unless it is an orphan, the child inherits the parent's entity and, without a role, its bound CIDRs.
      entityId: role && fields.entity_alias !== "" ? await entityBehind(fields.entity_alias, realm, role) : entityId,
      policies,
      path: role?.pathSuffix ? `${call.path}/${role.pathSuffix}` : call.path,
      metadata: fields.meta ? metadataOf(fields.meta) : null,
      displayName: displayNameOf(fields.display_name),
      explicitMaxTtlSeconds: explicitMax,
      periodSeconds: period,
      uses: usesOf(minNonZero(fields.num_uses, role?.uses ?? 0)),
      boundCidrs: role ? role.boundCidrs : orphan ? [] : parent.boundCidrs,
      renewable: (fields.renewable ?? true) && (role?.renewable ?? true),
      parent: orphan ? null : parent.key,
      role: role?.name ?? "",
    },
    limits: { ttlSeconds, maxTtlSeconds: 0, defaultSeconds, longestSeconds: maxSeconds },
    id: fields.id === "" ? undefined : fields.id,
  });
  return {
    auth,
    warnings: [
      ...warnings,
      ...(fields.id === "" ? [] : [customIdWarning]),
      ...(await missingPolicies(policies, realm)),
    ],
  };
}

async function entityBehind(alias: string, { mounts, identity }: Realm, role: TokenRole): Promise<string> {
  const name = alias.toLowerCase();
  const allows = (allowed: string) =>
    allowed.endsWith("*") ? name.startsWith(allowed.slice(0, -1)) : name === allowed;
  const mount = mounts.all().find(({ mount: { kind, path } }) => kind === "auth" && path === "token/")?.mount;
  if (!mount || !role.allowedEntityAliases.some(allows)) throw new Problem("refused", "invalid 'entity_alias' value");
  return identity.entityOfLogin(mount, { name: alias, metadata: {} });
}

function needsPrivileges({ id, policies, no_parent, period }: Fields): boolean {
  return id !== "" || policies.length > 0 || no_parent || period !== "";
}

function isSudo(granted: Access, path: string): boolean {
  return granted.isRoot || granted.capabilities(path).has("sudo");
}

function typeOf(text: string, role: TokenRole | undefined): "service" | "batch" {
  if (role?.kind === "service" || role?.kind === "batch") return role.kind;
  if (text === "service" || text === "batch") return text;
  if (text !== "") throw new Problem("refused", "invalid 'token_type' value");
  return role?.kind === "default-batch" ? "batch" : "service";
}

function requireBatchable(fields: Fields): void {
  const odd =
    (secondsOf("explicit_max_ttl", fields.explicit_max_ttl) > 0 && "explicit_max_ttl") ||
    (fields.num_uses !== 0 && "num_uses") ||
    (secondsOf("period", fields.period) > 0 && "period") ||
    (fields.id !== "" && "id");
  if (odd) throw new Problem("refused", `batch tokens cannot have ${quoted(odd)} set`);
}

function requireUsableId(id: string, sudo: boolean): void {
  if (!sudo) throw new Problem("refused", "root or sudo privileges required to specify token id");
  if (/^hv[sbr]\./.test(id)) {
    throw new Problem("refused", `custom token ID cannot have the '${id.slice(0, 4)}' prefix`);
  }
  if (id.includes(".")) throw new Problem("refused", "custom token ID cannot have a '.' in the value");
}

function secondsOf(name: string, text: string): number {
  if (text.trim().startsWith("-")) throw new Problem("refused", `${name} must be positive`);
  try {
    return parseDuration(text);
  } catch (cause) {
    throw new Problem("refused", (cause as Error).message, { cause });
  }
}

function minNonZero(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}

function displayNameOf(name: string): string {
  return name === "" ? "token" : `token-${name}`.replace(/[^a-zA-Z0-9-]/g, "-").replace(/-$/, "");
}

function metadataOf(fields: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, metadataText(name, value)]));
}

/**
 * Converts a metadata value to text. Numbers keep their notation; true is 1 and false is 0. Throws a Problem "refused"
 * for an array or an object.
 */
function metadataText(name: string, value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (value === null) return "";
  if (typeof withoutRawNumber(value) === "number") return JSON.stringify(value);
  const kind = isJsonObject(value) ? "map[string]interface {}" : "[]interface {}";
  const why = `'meta[${name}]' expected type 'string', got unconvertible type '${kind}'`;
  throw new Problem("refused", `1 error(s) decoding:\n\n* ${why}`);
}

function missingPolicies(policies: readonly string[], { policies: known }: Realm): MaybePromise<readonly string[]> {
  const existing = policies.map((name) => isBuiltIn(name) || known.exists(name));
  if (existing.every((answer) => answer === true)) return [];
  return Promise.all(existing).then((answers) =>
    policies.filter((_, at) => !answers[at]).map((name) => `Policy ${quoted(name)} does not exist`),
  );
}

function isBuiltIn(name: string): boolean {
  return name === "root" || name === "default";
}
