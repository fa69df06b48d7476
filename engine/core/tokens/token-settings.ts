import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseAddressBlock } from "../address/address-block.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";

/** Token types of roles; with `default`, the mount selects the type. Roles of `auth/token` have more types. */
const tokenKinds = ["default", "service", "batch"] as const;

type TokenKind = (typeof tokenKinds)[number];

/** Token settings of a role. Times are in seconds; 0 means not set. */
export type TokenSettings = Readonly<{
  ttlSeconds: number;
  maxTtlSeconds: number;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  uses: number;
  policies: readonly string[];
  boundCidrs: readonly string[];
  noDefaultPolicy: boolean;
  kind: TokenKind;
  /** Deprecated names that the last write of a field used. Reads then report the value under these names too. */
  oldNames: readonly OldName[];
}>;

/** Fields of a write. An omitted field keeps its value (CLOUD-TOKEN-01 to CLOUD-TOKEN-19). */
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

/** Deprecated fields besides `policies`. Not all auth methods accept them. */
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

const newNames = {
  policies: "token_policies",
  ttl: "token_ttl",
  max_ttl: "token_max_ttl",
  period: "token_period",
  bound_cidrs: "token_bound_cidrs",
} as const;

type OldName = keyof typeof newNames;

const oldNames = Object.keys(newNames) as readonly OldName[];

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

/**
 * Returns `old` with the requested changes. Throws a Problem "refused" with the reference's text if the result is
 * invalid.
 */
export function reviseTokenSettings(old: TokenSettings, request: RequestedToken): TokenSettings {
  const policies = request.token_policies ?? request.policies;
  const next: TokenSettings = {
    ttlSeconds: request.token_ttl ?? request.ttl ?? old.ttlSeconds,
    maxTtlSeconds: request.token_max_ttl ?? request.max_ttl ?? old.maxTtlSeconds,
    explicitMaxTtlSeconds: request.token_explicit_max_ttl ?? old.explicitMaxTtlSeconds,
    periodSeconds: request.token_period ?? request.period ?? old.periodSeconds,
    uses: request.token_num_uses ?? old.uses,
    // Policy names are stored in lower case; `ROOT` must not become `root` after the check.
    policies: policies ? [...new Set(policies.map((name) => name.toLowerCase()))].sort() : old.policies,
    boundCidrs: request.token_bound_cidrs ?? request.bound_cidrs ?? old.boundCidrs,
    noDefaultPolicy: request.token_no_default_policy ?? old.noDefaultPolicy,
    kind: request.token_type === undefined ? old.kind : tokenKind(request.token_type),
    oldNames: oldNames.filter(
      (name) => request[name] !== undefined || (request[newNames[name]] === undefined && old.oldNames.includes(name)),
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

export function tokenTerms(settings: TokenSettings) {
  const { kind, oldNames: _, ...terms } = settings;
  return { ...terms, ...(kind === "default" ? undefined : { type: kind }) } satisfies Partial<TokenRequest>;
}

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

export const oldTokenData = {
  ttl: z.int().optional(),
  max_ttl: z.int().optional(),
  period: z.int().optional(),
  bound_cidrs: z.array(z.string()).optional(),
} as const;

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
