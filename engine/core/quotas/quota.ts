/** So many requests in so much time, for each client address. */
export type RateLimitQuota = Readonly<{
  type: "rate-limit";
  name: string;
  /** Path as seen from the root, such as `team/` or `team/kv/data/*`; "" for everything. */
  path: string;
  /** A login's role; "" for all. */
  role: string;
  /** Requests in an interval. */
  rate: number;
  intervalSeconds: number;
  /** How long a client that asked too often is refused; 0 until the interval ends. */
  blockSeconds: number;
}>;

/** So many leases at a time. */
export type LeaseCountQuota = Readonly<{
  type: "lease-count";
  name: string;
  path: string;
  role: string;
  maxLeases: number;
}>;

export type Quota = RateLimitQuota | LeaseCountQuota;

/** What an operator says of quotas as a whole. */
export type QuotaSettings = Readonly<{
  rateLimitExemptPaths: readonly string[];
  rateLimitAuditLogging: boolean;
  rateLimitResponseHeaders: boolean;
}>;

export const defaultQuotaSettings: QuotaSettings = {
  rateLimitExemptPaths: [],
  rateLimitAuditLogging: false,
  rateLimitResponseHeaders: false,
};

/** Where a request goes: its path as seen from the root, and where its namespace and its mount end in it. */
export type QuotaTarget = Readonly<{ path: string; namespace: string; mount: string; role: string }>;

/**
 * The quota that rules a request: that of a role before that of a path, then of the mount, of the namespace, of everything; of two
 * path patterns the longer one (reference documentation, "Resource quotas").
 */
export function rulingQuota<Kind extends Quota>(quotas: readonly Kind[], target: QuotaTarget): Kind | undefined {
  let best: Kind | undefined;
  let bestRank = -1;
  for (const quota of quotas) {
    const rank = rankOf(quota, target);
    if (rank > bestRank) [best, bestRank] = [quota, rank];
  }
  return best;
}

/** Above any length that a path has. */
const byRole = 1_000_000;

/** How closely a quota fits; -1 when it does not. */
function rankOf({ path, role }: Quota, target: QuotaTarget): number {
  if (role !== "" && role !== target.role) return -1;
  const extra = role === "" ? 0 : byRole;
  if (path === "") return extra;
  if (path === target.namespace || path === target.mount) return extra + path.length;
  // What is longer than the mount's path is a path below it, and may end in a star.
  if (!path.startsWith(target.mount) || target.mount === "") return -1;
  const fits = path.endsWith("*") ? target.path.startsWith(path.slice(0, -1)) : target.path === path.replace(/\/$/, "");
  return fits ? extra + path.length : -1;
}
