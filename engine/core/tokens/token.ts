import type { JsonObject } from "../../api/json.ts";
import type { Instant } from "../../ports/clock.ts";
import { numberOf, type Uses, usesOf } from "./uses.ts";

/** A service token is stored, under a digest of its text: the text itself is nowhere. A batch token is not stored, its text holds it all. */
export type Token = Readonly<{
  type: "service" | "batch";
  /**
   * What it is stored and referred to by: letters that stand for a salted digest of its text, then, outside of the root namespace, a dot and the
   * id of its own. Clients know it as the accessor. A batch token has none: "".
   */
  key: string;
  /** Id of the namespace it belongs to: outside of its subtree it is worth nothing. */
  namespace: string;
  /** The entity behind it; "" when there is none. */
  entityId: string;
  /** Without `default` when that was asked for; sorted. */
  policies: readonly string[];
  /** Path of the request that made it, such as `auth/cloud/login`. */
  path: string;
  metadata: Readonly<Record<string, string>> | null;
  displayName: string;
  createdAt: Instant;
  /** Seconds it was made for; 0 when it never ends. */
  creationTtlSeconds: number;
  /** Null when it never ends. */
  expiresAt: Instant | null;
  lastRenewedAt: Instant | null;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  uses: Uses;
  boundCidrs: readonly string[];
  renewable: boolean;
  /** Key of the service token it ends with; null for an orphan. */
  parent: string | null;
  /** The token role it was made by; "" when there is none. */
  role: string;
  /** The mount whose login made it, and what that mount wants to know at renewal. */
  mount: string | null;
  internal: JsonObject;
}>;

/** What a token has of which nothing was said. */
const silent = {
  type: "service",
  entityId: "",
  metadata: null,
  lastRenewedAt: null,
  explicitMaxTtlSeconds: 0,
  periodSeconds: 0,
  uses: "unlimited",
  boundCidrs: [] as readonly string[],
  renewable: true,
  parent: null,
  role: "",
  mount: null,
  internal: {} as JsonObject,
} as const satisfies Partial<Token>;

/** A token that is wanted: what is left out is as it usually is. It has no key yet. */
export type NewToken = Omit<Token, "key" | "lastRenewedAt" | keyof typeof silent> &
  Partial<Omit<Token, "key" | "lastRenewedAt">>;

/** A token as it is written down: without what is as it usually is, so that many take little room. */
export type TokenRecord = Partial<Omit<Token, "uses">> & Readonly<{ uses?: number }>;

const silentOnes: ReadonlyMap<string, unknown> = new Map(Object.entries(silent));

/** What is written down of a token. Its key is known from the place. */
export function recordOf(token: Omit<Token, "key">): TokenRecord {
  const record: Record<string, unknown> = {};
  for (const name in token) {
    const value = token[name as keyof typeof token];
    if (name !== "key" && !isSilent(name, value)) record[name] = name === "uses" ? numberOf(token.uses) : value;
  }
  return record as TokenRecord;
}

function isSilent(name: string, value: unknown): boolean {
  const usual = silentOnes.get(name);
  // Objects and arrays are usually empty.
  if (typeof usual !== "object" || usual === null) return usual === value && silentOnes.has(name);
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The token that was written down at `key`. */
export function tokenOf(key: string, record: TokenRecord): Token {
  return { ...silent, ...record, uses: usesOf(record.uses ?? 0), key } as Token;
}

/** `wanted` with all that was left out. */
export function completeToken(wanted: NewToken, key: string): Token {
  return { ...silent, ...wanted, key };
}
