import { z } from "zod";
import type { Auth } from "../../api/answer.ts";
import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Token } from "./token.ts";
import { numberOf } from "./uses.ts";

/** Path of initial and generated root tokens. Lookups of them return neither an issue time nor `renewable`. */
export const rootTokenPath = "auth/token/root";

/** Returns the member `auth` of an answer. `text` is "" if the answer must contain only the accessor. */
export function authOf(
  token: Token,
  { text, seconds, identityPolicies }: { text: string; seconds: number; identityPolicies: readonly string[] },
): Auth {
  const { policies } = token;
  return {
    client_token: text,
    accessor: token.key,
    policies: identityPolicies.length === 0 ? policies : [...new Set([...policies, ...identityPolicies])].sort(),
    ...(policies.length > 0 ? { token_policies: policies } : {}),
    ...(identityPolicies.length > 0 ? { identity_policies: identityPolicies } : {}),
    metadata: token.metadata,
    lease_duration: seconds,
    renewable: token.renewable,
    entity_id: token.entityId,
    token_type: token.type,
    orphan: token.parent === null,
    mfa_requirement: null,
    num_uses: numberOf(token.uses),
  };
}

export const shownToken = z.object({
  accessor: z.string(),
  bound_cidrs: z.array(z.string()).optional(),
  creation_time: z.int(),
  creation_ttl: z.int(),
  display_name: z.string(),
  entity_id: z.string(),
  expire_time: z.string().nullable(),
  explicit_max_ttl: z.int(),
  id: z.string(),
  identity_policies: z.array(z.string()).optional(),
  issue_time: z.string().optional(),
  last_renewal: z.string().optional(),
  last_renewal_time: z.int().optional(),
  meta: z.record(z.string(), z.string()).nullable(),
  namespace_path: z.string().optional(),
  num_uses: z.int(),
  orphan: z.boolean(),
  path: z.string(),
  period: z.int().optional(),
  policies: z.array(z.string()),
  renewable: z.boolean().optional(),
  role: z.string().optional(),
  ttl: z.int(),
  type: z.enum(["service", "batch"]),
});

export type TokenContext = Readonly<{
  text: string;
  now: Instant;
  identityPolicies: readonly string[];
  namespacePath: string;
}>;

/** Returns the response data of a token lookup (W3.4-06, F4.2-03). */
export function describeToken(token: Token, { text, now, identityPolicies, namespacePath }: TokenContext): JsonObject {
  const { expiresAt, lastRenewedAt } = token;
  const hasLease = token.path !== rootTokenPath;
  return {
    accessor: token.key,
    ...(token.boundCidrs.length > 0 ? { bound_cidrs: token.boundCidrs } : {}),
    creation_time: Math.floor(token.createdAt / 1000),
    creation_ttl: token.creationTtlSeconds,
    display_name: token.displayName,
    entity_id: token.entityId,
    expire_time: expiresAt === null ? null : timeText(expiresAt),
    explicit_max_ttl: token.explicitMaxTtlSeconds,
    id: text,
    ...(identityPolicies.length > 0 ? { identity_policies: identityPolicies } : {}),
    ...(hasLease ? { issue_time: timeText(token.createdAt) } : {}),
    ...(lastRenewedAt === null
      ? {}
      : { last_renewal: timeText(lastRenewedAt), last_renewal_time: Math.floor(lastRenewedAt / 1000) }),
    meta: token.metadata,
    ...(namespacePath === "" ? {} : { namespace_path: namespacePath }),
    num_uses: numberOf(token.uses),
    orphan: token.parent === null,
    path: token.path,
    ...(token.periodSeconds > 0 ? { period: token.periodSeconds } : {}),
    policies: token.policies,
    ...(hasLease ? { renewable: token.renewable } : {}),
    ...(token.role === "" ? {} : { role: token.role }),
    ttl: expiresAt === null ? 0 : Math.max(0, Math.floor((expiresAt - now) / 1000)),
    type: token.type,
  };
}
