import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { parseDuration } from "../../api/duration.ts";
import { bounded, field } from "../../api/field.ts";
import { defaultBounds } from "../../api/field-bounds.ts";
import { isJsonObject, type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
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

/** Fields of `auth/token/create` and its like. Durations are text here, since errors in them are spelt as nowhere else. */
export const creationFields = z.object({
  id: field.secret
    .meta({ description: "The token's own text; made up when left out. Needs root or sudo." })
    .default(""),
  policies: bounded
    .statements(defaultBounds.list)
    .meta({ description: "An array, or one name. Left out, the policies of the caller's token.", folded: true })
    .default([]),
  meta: field.object.meta({ description: "Kept with the token, and told in audit logs." }).optional(),
  display_name: field.text.default(""),
  ttl: duration("How long it lives: seconds, or text such as 1h30m."),
  lease: duration("The former name of ttl.", { sets: "ttl" }),
  explicit_max_ttl: duration("How long it lives at most, whatever is renewed."),
  period: duration("Each renewal gives it so long again. Needs root or sudo."),
  num_uses: field.integer.meta({ description: "0 means without limit." }).default(0),
  no_parent: field.boolean
    .meta({ description: "Whether it outlives the caller's token. Needs root or sudo." })
    .default(false),
  no_default_policy: field.boolean.default(false),
  renewable: field.boolean.optional(),
  type: field.text.meta({ description: "service or batch." }).default(""),
  entity_alias: field.text.meta({ description: "Only with a role that allows it." }).default(""),
});

type Fields = z.output<typeof creationFields>;

/** How the token is asked for, besides the fields. */
export type CreationWay = Readonly<{
  /** Path of the call. */
  path: string;
  /** Whether it is asked for as an orphan by the path. */
  orphan: boolean;
  role?: TokenRole | undefined;
}>;

const customIdWarning =
  "Supplying a custom ID for the token uses the weaker SHA1 hashing instead of the more secure SHA2-256 HMAC for token obfuscation. SHA1 hashed tokens on the wire leads to less secure lookups.";

/**
 * Creates a token for the caller (W3.4-02, W3.4-03, W3.4-04). Throws a Problem with the reference's
 * text (W3.4-05).
 */
export async function createToken(
  fields: Fields,
  way: CreationWay,
  { realm, access, caller }: SystemContext,
  tokens: TokenLife,
): Promise<Answer> {
  const parent = await tokens.find(caller.token);
  if (!parent) throw new Problem("bad token", "permission denied");
  if (parent.type === "batch") throw new Problem("refused", "batch tokens cannot create more tokens");
  if (parent.uses !== "unlimited") throw new Problem("refused", "restricted use token cannot generate child tokens");
  const sudo = asksForMore(fields) && isSudo(await access(), way.path);
  const { role } = way;
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
  const orphan = role ? role.orphan : fields.no_parent || way.orphan;
  if (!role && fields.no_parent && !sudo) {
    throw new Problem("refused", "root or sudo privileges required to create orphan token");
  }
  const explicitMaxTtlSeconds = secondsOf("explicit_max_ttl", fields.explicit_max_ttl);
  const periodSeconds = secondsOf("period", fields.period);
  if (periodSeconds > 0 && !sudo) {
    throw new Problem("refused", "root or sudo privileges required to create periodic token");
  }
  const ttlSeconds = secondsOf("ttl", fields.ttl) || secondsOf("lease", fields.lease);
  const explicitMax = least(explicitMaxTtlSeconds, type === "batch" ? 0 : (role?.explicitMaxTtlSeconds ?? 0));
  const period = least(periodSeconds, type === "batch" ? 0 : (role?.periodSeconds ?? 0));
  if (isRoot && parent.expiresAt !== null && ttlSeconds + period + explicitMax === 0) {
    throw new Problem("refused", "expiring root tokens cannot create non-expiring root tokens");
  }
  const { defaultSeconds, maxSeconds } = realm.mounts.tokenLimits();
  const entityId = orphan ? "" : parent.entityId;
  const { auth, warnings } = await tokens.create({
    wanted: {
      type,
      namespace: realm.namespace.id,
      // A parent without a role hands on its entity, and where it may be used from.
      entityId: role && fields.entity_alias !== "" ? await entityBehind(fields.entity_alias, realm, role) : entityId,
      policies,
      path: role?.pathSuffix ? `${way.path}/${role.pathSuffix}` : way.path,
      metadata: fields.meta ? metadataOf(fields.meta) : null,
      displayName: displayNameOf(fields.display_name),
      explicitMaxTtlSeconds: explicitMax,
      periodSeconds: period,
      uses: usesOf(least(fields.num_uses, role?.uses ?? 0)),
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

/** The entity that has the alias at `auth/token`; it is made when there is none. */
async function entityBehind(alias: string, { mounts, identity }: Realm, role: TokenRole): Promise<string> {
  const name = alias.toLowerCase();
  const allows = (allowed: string) =>
    allowed.endsWith("*") ? name.startsWith(allowed.slice(0, -1)) : name === allowed;
  const mount = mounts.all().find(({ mount: { kind, path } }) => kind === "auth" && path === "token/")?.mount;
  if (!mount || !role.allowedEntityAliases.some(allows)) throw new Problem("refused", "invalid 'entity_alias' value");
  return identity.entityOfLogin(mount, { name: alias, metadata: {} });
}

/** Whether something is asked for that root or sudo rights may decide. Most tokens are made like the caller's. */
function asksForMore({ id, policies, no_parent, period }: Fields): boolean {
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

/** The lesser of two numbers of which 0 says nothing. */
function least(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}

/** What is no letter, digit or dash becomes a dash, since databases make names of it. */
function displayNameOf(name: string): string {
  return name === "" ? "token" : `token-${name}`.replace(/[^a-zA-Z0-9-]/g, "-").replace(/-$/, "");
}

function metadataOf(fields: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, metadataText(name, value)]));
}

/** Numbers keep their spelling, truth is 1 or 0. */
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
  const there = policies.map((name) => isAlways(name) || known.isThere(name));
  if (there.every((answer) => answer === true)) return [];
  return Promise.all(there).then((answers) =>
    policies.filter((_, at) => !answers[at]).map((name) => `Policy ${quoted(name)} does not exist`),
  );
}

function isAlways(name: string): boolean {
  return name === "root" || name === "default";
}
