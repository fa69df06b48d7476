import { z } from "zod";
import { bounded, field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseAddressBlock } from "../address/address-block.ts";
import { collection } from "../storage/storage.ts";
import type { PolicyRules } from "./token-policies.ts";

const kinds = ["service", "batch", "default-service", "default-batch"] as const;

type Kind = (typeof kinds)[number];

/** Token role: settings for tokens that `auth/token/create/<role>` creates. */
export type TokenRole = PolicyRules &
  Readonly<{
    name: string;
    allowedEntityAliases: readonly string[];
    orphan: boolean;
    renewable: boolean;
    pathSuffix: string;
    periodSeconds: number;
    explicitMaxTtlSeconds: number;
    uses: number;
    boundCidrs: readonly string[];
    kind: Kind;
    /** Deprecated names that the last write of a field used. Reads then report the value under these names too. */
    oldNames: readonly OldName[];
  }>;

export const tokenRoles = collection<TokenRole>("shared", "token-role/");

const deprecated = (name: string) => ({ description: `Deprecated: use ${name}.`, deprecated: true });

const globs = (name: string) =>
  bounded
    .list({ characters: 64 * 1024, items: 256 })
    .meta({ folded: true, description: `Like ${name}, with * for any characters.` })
    .optional();

/** Fields of a write. An omitted field keeps its value (W3.4-14). */
export const tokenRoleFields = {
  role_name: field.name,
  allowed_policies: field.foldedList
    .meta({ description: "Policies that its tokens may have; all policies if empty." })
    .optional(),
  allowed_policies_glob: globs("allowed_policies"),
  disallowed_policies: field.foldedList.meta({ description: "Policies that its tokens never have." }).optional(),
  disallowed_policies_glob: globs("disallowed_policies"),
  allowed_entity_aliases: field.list.meta({ description: "Names that entity_alias may have, with *." }).optional(),
  orphan: field.boolean.meta({ description: "Whether its tokens have no parent." }).optional(),
  renewable: field.boolean.optional(),
  path_suffix: field.text.meta({ description: "Added to the path of its tokens." }).optional(),
  token_type: field.text.optional(),
  token_period: field.seconds.optional(),
  token_explicit_max_ttl: field.seconds.optional(),
  token_bound_cidrs: field.list.optional(),
  token_num_uses: field.integer.optional(),
  token_no_default_policy: field.boolean.optional(),
  period: field.seconds.meta(deprecated("token_period")).optional(),
  explicit_max_ttl: field.seconds.meta(deprecated("token_explicit_max_ttl")).optional(),
  bound_cidrs: field.list.meta(deprecated("token_bound_cidrs")).optional(),
} as const;

type RequestedRole = Readonly<Partial<z.output<z.ZodObject<typeof tokenRoleFields>>>>;

const newNames = {
  period: "token_period",
  explicit_max_ttl: "token_explicit_max_ttl",
  bound_cidrs: "token_bound_cidrs",
} as const;

type OldName = keyof typeof newNames;

function newRole(name: string): TokenRole {
  return {
    name,
    allowedPolicies: [],
    allowedPoliciesGlob: [],
    disallowedPolicies: [],
    disallowedPoliciesGlob: [],
    allowedEntityAliases: [],
    noDefaultPolicy: false,
    orphan: false,
    renewable: true,
    pathSuffix: "",
    periodSeconds: 0,
    explicitMaxTtlSeconds: 0,
    uses: 0,
    boundCidrs: [],
    kind: "default-service",
    oldNames: [],
  };
}

/**
 * Returns the revised role; a new role if `before` is undefined. Throws a Problem "refused" with the reference's text
 * if the role is invalid.
 */
export function reviseTokenRole(name: string, before: TokenRole | undefined, request: RequestedRole): TokenRole {
  const old = before ?? newRole(name);
  const role: TokenRole = {
    name,
    allowedPolicies: names(request.allowed_policies) ?? old.allowedPolicies,
    allowedPoliciesGlob: names(request.allowed_policies_glob) ?? old.allowedPoliciesGlob,
    disallowedPolicies: names(request.disallowed_policies) ?? old.disallowedPolicies,
    disallowedPoliciesGlob: names(request.disallowed_policies_glob) ?? old.disallowedPoliciesGlob,
    allowedEntityAliases: names(request.allowed_entity_aliases) ?? old.allowedEntityAliases,
    noDefaultPolicy: request.token_no_default_policy ?? old.noDefaultPolicy,
    orphan: request.orphan ?? old.orphan,
    renewable: request.renewable ?? old.renewable,
    pathSuffix: request.path_suffix ?? old.pathSuffix,
    periodSeconds: request.token_period ?? request.period ?? old.periodSeconds,
    explicitMaxTtlSeconds: request.token_explicit_max_ttl ?? request.explicit_max_ttl ?? old.explicitMaxTtlSeconds,
    uses: request.token_num_uses ?? old.uses,
    boundCidrs: request.token_bound_cidrs ?? request.bound_cidrs ?? old.boundCidrs,
    kind: request.token_type === undefined ? old.kind : kindOf(request.token_type),
    oldNames: (Object.keys(newNames) as OldName[]).filter(
      (old_) => request[old_] !== undefined || (request[newNames[old_]] === undefined && old.oldNames.includes(old_)),
    ),
  };
  requireUsable(role);
  return role;
}

function names(list: readonly string[] | undefined): readonly string[] | undefined {
  return list && [...new Set(list.map((name) => name.toLowerCase()))].sort();
}

function kindOf(text: string): Kind {
  if (text === "" || text === "default") return "default-service";
  const found = kinds.find((kind) => kind === text);
  if (!found) throw new Problem("refused", `invalid 'token_type' value ${quoted(text)}`);
  return found;
}

const suffix = /^\w[\w.-]+\w$/;

function requireUsable(role: TokenRole): void {
  if (role.pathSuffix !== "" && !suffix.test(role.pathSuffix)) {
    throw new Problem("refused", "given role path suffix contains invalid characters; must match \\w[\\w-.]+\\w");
  }
  const odd = role.boundCidrs.find((text) => !parseAddressBlock(text));
  if (odd !== undefined) {
    const why = `Unable to convert ${quoted(odd)} to an IPv4 or IPv6 address, or a UNIX Socket`;
    throw new Problem("refused", `error parsing address ${quoted(odd)}: ${why}`);
  }
  if (role.uses < 0) throw new Problem("refused", "'token_num_uses' cannot be negative");
  if (role.kind !== "batch") return;
  const never = "'token_type' cannot be 'batch' when role is set to generate";
  if (!role.orphan) throw new Problem("refused", `${never} non-orphan tokens`);
  if (role.periodSeconds > 0) throw new Problem("refused", `${never} periodic tokens`);
  if (role.renewable) throw new Problem("refused", `${never} renewable tokens`);
  if (role.explicitMaxTtlSeconds > 0) throw new Problem("refused", `${never} tokens with an explicit max TTL`);
  if (role.uses > 0) throw new Problem("refused", `${never} tokens with limited use count`);
}

export const shownTokenRole = z.object({
  allowed_entity_aliases: z.array(z.string()).nullable(),
  allowed_policies: z.array(z.string()),
  allowed_policies_glob: z.array(z.string()),
  disallowed_policies: z.array(z.string()),
  disallowed_policies_glob: z.array(z.string()),
  explicit_max_ttl: z.int(),
  name: z.string(),
  orphan: z.boolean(),
  path_suffix: z.string(),
  period: z.int(),
  renewable: z.boolean(),
  token_explicit_max_ttl: z.int(),
  token_no_default_policy: z.boolean(),
  token_period: z.int(),
  token_type: z.string(),
  token_num_uses: z.int().optional(),
  token_bound_cidrs: z.array(z.string()).optional(),
  bound_cidrs: z.array(z.string()).optional(),
});

export function describeTokenRole(role: TokenRole): JsonObject {
  const byOldName = (name: OldName, seconds: number) => (role.oldNames.includes(name) ? seconds : 0);
  return {
    allowed_entity_aliases: role.allowedEntityAliases.length > 0 ? role.allowedEntityAliases : null,
    allowed_policies: role.allowedPolicies,
    allowed_policies_glob: role.allowedPoliciesGlob,
    disallowed_policies: role.disallowedPolicies,
    disallowed_policies_glob: role.disallowedPoliciesGlob,
    explicit_max_ttl: byOldName("explicit_max_ttl", role.explicitMaxTtlSeconds),
    name: role.name,
    orphan: role.orphan,
    path_suffix: role.pathSuffix,
    period: byOldName("period", role.periodSeconds),
    renewable: role.renewable,
    token_explicit_max_ttl: role.explicitMaxTtlSeconds,
    token_no_default_policy: role.noDefaultPolicy,
    token_period: role.periodSeconds,
    token_type: role.kind,
    ...(role.uses > 0 ? { token_num_uses: role.uses } : {}),
    ...(role.boundCidrs.length > 0 ? { token_bound_cidrs: role.boundCidrs } : {}),
    ...(role.boundCidrs.length > 0 && role.oldNames.includes("bound_cidrs") ? { bound_cidrs: role.boundCidrs } : {}),
  };
}
