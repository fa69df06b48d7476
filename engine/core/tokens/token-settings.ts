import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseAddressBlock } from "../address/address-block.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";

/** The types of token that a role may ask for; `default` leaves it to the mount. Only roles of auth/token know more. */
const tokenKinds = ["default", "service", "batch"] as const;

type TokenKind = (typeof tokenKinds)[number];

/** What tokens of a role's logins are like. Times are in seconds; 0 leaves the matter to the mount. */
export type TokenSettings = Readonly<{
  ttlSeconds: number;
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  /** 0 means without limit. */
  uses: number;
  policies: readonly string[];
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  kind: TokenKind;
  /** Deprecated names by which something was last set; it is then read back by them too. */
  oldNames: readonly OldName[];
}>;

/** Fields of a write; an omitted field keeps its value (CLOUD-TOKEN-01 to CLOUD-TOKEN-19). */
export const tokenFields = {
  token_ttl: field.seconds.optional(),
  token_max_ttl: field.seconds.optional(),
  token_policies: field.foldedList.optional(),
  policies: field.foldedList
    .meta({ description: "Deprecated: use token_policies.", deprecated: true, sets: "token_policies" })
    .optional(),
  token_bound_cidrs: field.list.optional(),
  token_explicit_max_ttl: field.seconds.optional(),
  token_no_default_policy: field.boolean.optional(),
  token_num_uses: field.integer.optional(),
  token_period: field.seconds.optional(),
  token_type: field.text.optional(),
} as const;

/** Deprecated names that older methods know besides `policies`. */
export const oldTokenFields = {
  ttl: field.seconds
    .meta({ description: "Deprecated: use token_ttl.", deprecated: true, sets: "token_ttl" })
    .optional(),
  max_ttl: field.seconds
    .meta({ description: "Deprecated: use token_max_ttl.", deprecated: true, sets: "token_max_ttl" })
    .optional(),
  period: field.seconds
    .meta({ description: "Deprecated: use token_period.", deprecated: true, sets: "token_period" })
    .optional(),
  bound_cidrs: field.list
    .meta({ description: "Deprecated: use token_bound_cidrs.", deprecated: true, sets: "token_bound_cidrs" })
    .optional(),
} as const;

type Fields = typeof tokenFields & typeof oldTokenFields;

type RequestedToken = Readonly<{ [Name in keyof Fields]?: z.output<Fields[Name]> }>;

/** Each deprecated name, and the name in its place. */
const newNames = {
  policies: "token_policies",
  ttl: "token_ttl",
  max_ttl: "token_max_ttl",
  period: "token_period",
  bound_cidrs: "token_bound_cidrs",
} as const;

type OldName = keyof typeof newNames;

const oldNames = Object.keys(newNames) as readonly OldName[];

/** The settings of a role that says nothing of tokens. */
export const defaultTokenSettings: TokenSettings = {
  ttlSeconds: 0,
  maxTtlSeconds: 0,
  explicitMaxTtlSeconds: 0,
  periodSeconds: 0,
  uses: 0,
  policies: [],
  boundCidrs: [],
  noDefaultPolicy: false,
  kind: "default",
  oldNames: [],
};

/** `old` with what `wish` changes. Throws a Problem with the reference's text when the outcome is not acceptable. */
export function reviseTokenSettings(old: TokenSettings, wish: RequestedToken): TokenSettings {
  const policies = wish.token_policies ?? wish.policies;
  const next: TokenSettings = {
    ttlSeconds: wish.token_ttl ?? wish.ttl ?? old.ttlSeconds,
    maxTtlSeconds: wish.token_max_ttl ?? wish.max_ttl ?? old.maxTtlSeconds,
    explicitMaxTtlSeconds: wish.token_explicit_max_ttl ?? old.explicitMaxTtlSeconds,
    periodSeconds: wish.token_period ?? wish.period ?? old.periodSeconds,
    uses: wish.token_num_uses ?? old.uses,
    // Names of policies are in lower case everywhere; `ROOT` must not become `root` after the check.
    policies: policies ? [...new Set(policies.map((name) => name.toLowerCase()))].sort() : old.policies,
    boundCidrs: wish.token_bound_cidrs ?? wish.bound_cidrs ?? old.boundCidrs,
    noDefaultPolicy: wish.token_no_default_policy ?? old.noDefaultPolicy,
    kind: wish.token_type === undefined ? old.kind : tokenKind(wish.token_type),
    oldNames: oldNames.filter(
      (name) => wish[name] !== undefined || (wish[newNames[name]] === undefined && old.oldNames.includes(name)),
    ),
  };
  requireUsable(next);
  return next;
}

function requireUsable({ kind, boundCidrs, periodSeconds, ttlSeconds, maxTtlSeconds, uses }: TokenSettings): void {
  const odd = boundCidrs.find((text) => !parseAddressBlock(text));
  if (odd !== undefined) {
    const why = `Unable to convert ${quoted(odd)} to an IPv4 or IPv6 address, or a UNIX Socket`;
    throw new Problem("refused", `error parsing address ${quoted(odd)}: ${why}`);
  }
  if (kind === "batch") {
    const never = "'token_type' cannot be 'batch' or 'default_batch' when set to generate";
    if (periodSeconds > 0) throw new Problem("refused", `${never} periodic tokens`);
    if (uses !== 0) throw new Problem("refused", `${never} tokens with limited use count`);
  }
  if (maxTtlSeconds > 0 && ttlSeconds > maxTtlSeconds) {
    throw new Problem("refused", "'token_ttl' cannot be greater than 'token_max_ttl'");
  }
  if (uses < 0) throw new Problem("refused", "'token_num_uses' cannot be negative");
}

function tokenKind(text: string): TokenKind {
  const found = text === "" ? "default" : tokenKinds.find((kind) => kind === text);
  if (!found) throw new Problem("refused", `invalid 'token_type' value ${quoted(text)}`);
  return found;
}

/** The part of a login's {@link TokenRequest} that a role's settings decide. */
export function tokenTerms(settings: TokenSettings) {
  const { kind, oldNames: _, ...terms } = settings;
  return { ...terms, ...(kind === "default" ? undefined : { type: kind }) } satisfies Partial<TokenRequest>;
}

/** What {@link shownTokenSettings} tells. */
export const tokenData = {
  token_bound_cidrs: z.array(z.string()),
  token_explicit_max_ttl: z.int(),
  token_max_ttl: z.int(),
  token_no_default_policy: z.boolean(),
  token_num_uses: z.int(),
  token_period: z.int(),
  token_policies: z.array(z.string()),
  token_ttl: z.int(),
  token_type: z.enum(tokenKinds),
  policies: z.array(z.string()).optional(),
} as const;

/** What is told besides where the names of {@link oldTokenFields} are known. */
export const oldTokenData = {
  ttl: z.int().optional(),
  max_ttl: z.int().optional(),
  period: z.int().optional(),
  bound_cidrs: z.array(z.string()).optional(),
} as const;

/** The settings as a role is read back. */
export function shownTokenSettings(settings: TokenSettings): JsonObject {
  const shown: JsonObject = {
    token_bound_cidrs: settings.boundCidrs,
    token_explicit_max_ttl: settings.explicitMaxTtlSeconds,
    token_max_ttl: settings.maxTtlSeconds,
    token_no_default_policy: settings.noDefaultPolicy,
    token_num_uses: settings.uses,
    token_period: settings.periodSeconds,
    token_policies: settings.policies,
    token_ttl: settings.ttlSeconds,
    token_type: settings.kind,
  };
  const byOldName = settings.oldNames.map((name) => [name, shown[newNames[name]] ?? null] as const);
  return { ...shown, ...Object.fromEntries(byOldName) };
}
