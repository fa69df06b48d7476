import type { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseAddressBlock } from "../../core/address/address-block.ts";

/** What tokens of a role's logins are like. Times are in seconds; 0 leaves the matter to the mount. */
export type TokenSettings = Readonly<{
  ttlSeconds: number;
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  /** 0 means without limit. */
  uses: number;
  policies: readonly string[];
  /** Whether the policies were last set by the deprecated field `policies`, which is then read back too. */
  policiesByOldName: boolean;
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  kind: "default" | "service";
}>;

/** Fields of a write; what is left out stays as it is. Source: cloud-auth-api.md, "Role". */
export const tokenFields = {
  token_ttl: field.seconds.optional(),
  token_max_ttl: field.seconds.optional(),
  token_policies: field.list.optional(),
  policies: field.list.optional(),
  token_bound_cidrs: field.list.optional(),
  token_explicit_max_ttl: field.seconds.optional(),
  token_no_default_policy: field.boolean.optional(),
  token_num_uses: field.integer.optional(),
  token_period: field.seconds.optional(),
  token_type: field.text.optional(),
} as const;

type TokenWish = Readonly<{ [Name in keyof typeof tokenFields]?: z.output<(typeof tokenFields)[Name]> }>;

/** The settings of a role that says nothing of tokens. */
export const defaultTokenSettings: TokenSettings = {
  ttlSeconds: 0,
  maxTtlSeconds: 0,
  explicitMaxTtlSeconds: 0,
  periodSeconds: 0,
  uses: 0,
  policies: [],
  policiesByOldName: false,
  boundCidrs: [],
  noDefaultPolicy: false,
  kind: "default",
};

/** `old` with what `wish` changes. Throws a Problem with the reference's text when the outcome is not acceptable. */
export function reviseTokenSettings(old: TokenSettings, wish: TokenWish): TokenSettings {
  const next: TokenSettings = {
    ttlSeconds: wish.token_ttl ?? old.ttlSeconds,
    maxTtlSeconds: wish.token_max_ttl ?? old.maxTtlSeconds,
    explicitMaxTtlSeconds: wish.token_explicit_max_ttl ?? old.explicitMaxTtlSeconds,
    periodSeconds: wish.token_period ?? old.periodSeconds,
    uses: wish.token_num_uses ?? old.uses,
    // Names of policies are in lower case everywhere; `ROOT` must not become `root` only after somebody looked.
    policies: (wish.token_policies ?? wish.policies)?.map((name) => name.toLowerCase()) ?? old.policies,
    policiesByOldName: wish.policies !== undefined || (wish.token_policies === undefined && old.policiesByOldName),
    boundCidrs: wish.token_bound_cidrs ?? old.boundCidrs,
    noDefaultPolicy: wish.token_no_default_policy ?? old.noDefaultPolicy,
    kind: wish.token_type === undefined ? old.kind : tokenKind(wish.token_type),
  };
  if (next.maxTtlSeconds > 0 && next.ttlSeconds > next.maxTtlSeconds) {
    throw new Problem("refused", "'token_ttl' cannot be greater than 'token_max_ttl'");
  }
  if (next.uses < 0) throw new Problem("refused", "'token_num_uses' cannot be negative");
  const odd = next.boundCidrs.find((text) => !parseAddressBlock(text));
  if (odd !== undefined) {
    const why = `Unable to convert ${quoted(odd)} to an IPv4 or IPv6 address`;
    throw new Problem("refused", `error parsing address ${quoted(odd)}: ${why}`);
  }
  return next;
}

function tokenKind(text: string): TokenSettings["kind"] {
  switch (text) {
    case "":
    case "default":
      return "default";
    case "service":
      return "service";
    case "batch":
      throw new Problem("refused", "token_type batch is not supported yet");
    default:
      throw new Problem("refused", `invalid 'token_type' value ${quoted(text)}`);
  }
}

/** The settings as a role is read back. */
export function shownTokenSettings(settings: TokenSettings): JsonObject {
  return {
    token_bound_cidrs: settings.boundCidrs,
    token_explicit_max_ttl: settings.explicitMaxTtlSeconds,
    token_max_ttl: settings.maxTtlSeconds,
    token_no_default_policy: settings.noDefaultPolicy,
    token_num_uses: settings.uses,
    token_period: settings.periodSeconds,
    token_policies: settings.policies,
    token_ttl: settings.ttlSeconds,
    token_type: settings.kind,
    ...(settings.policiesByOldName ? { policies: settings.policies } : undefined),
  };
}
