import type { JsonObject } from "../../api/json.ts";
import type { Instant } from "../../ports/clock.ts";
import { numberOf, type Uses, usesOf } from "./uses.ts";

/**
 * Service or batch token. A service token is stored under a digest of its text; the text itself is not stored. A batch
 * token is not stored; its text contains all data.
 */
export type Token = Readonly<{
  type: "service" | "batch";
  /**
   * Storage key and accessor of the token: letters and digits of a salted digest of its text. Outside of the root
   * namespace, a dot and the namespace id follow. "" for a batch token.
   */
  key: string;
  /** Id of the token's namespace. The token has permissions only in this namespace and the namespaces below it. */
  namespace: string;
  entityId: string;
  /** Policies of the token itself, without those of its entity. */
  policies: readonly string[];
  path: string;
  metadata: Readonly<Record<string, string>> | null;
  displayName: string;
  createdAt: Instant;
  /** Lifetime at creation, in seconds; 0 if the token never expires. */
  creationTtlSeconds: number;
  /** Expiry time; null if the token never expires. */
  expiresAt: Instant | null;
  lastRenewedAt: Instant | null;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  uses: Uses;
  boundCidrs: readonly string[];
  renewable: boolean;
  /** Key of the parent, a service token; null if the token has no parent. */
  parent: string | null;
  role: string;
  /** Uuid of the auth mount whose login created the token; null if none did. */
  mount: string | null;
  internal: JsonObject;
}>;

const defaults = {
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

/** Token to be created. Omitted properties have default values; the key is assigned later. */
export type NewToken = Omit<Token, "key" | "lastRenewedAt" | keyof typeof defaults> &
  Partial<Omit<Token, "key" | "lastRenewedAt">>;

/** Stored form of a token, without properties that have default values, to save space. */
export type TokenRecord = Partial<Omit<Token, "uses">> & Readonly<{ uses?: number }>;

const defaultsByName: ReadonlyMap<string, unknown> = new Map(Object.entries(defaults));

export function recordOf(token: Omit<Token, "key">): TokenRecord {
  const record: Record<string, unknown> = {};
  for (const name in token) {
    const value = token[name as keyof typeof token];
    if (name !== "key" && !isDefault(name, value)) record[name] = name === "uses" ? numberOf(token.uses) : value;
  }
  return record as TokenRecord;
}

function isDefault(name: string, value: unknown): boolean {
  const defaultValue = defaultsByName.get(name);
  // An empty object or array counts as the default value.
  if (typeof defaultValue !== "object" || defaultValue === null)
    return defaultValue === value && defaultsByName.has(name);
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

export function tokenOf(key: string, record: TokenRecord): Token {
  return { ...defaults, ...record, uses: usesOf(record.uses ?? 0), key } as Token;
}

export function completeToken(wanted: NewToken, key: string): Token {
  return { ...defaults, ...wanted, key };
}
