/** Quota of the requests of one client address per interval. `rate` is the number of requests. */
export type RateLimitQuota = Readonly<{
  type: "rate-limit";
  name: string;
  /** Path from the root namespace, such as `team/` or `team/kv/data/*`; "" for all paths. */
  path: string;
  /** Role of a login; "" for all roles. */
  role: string;
  rate: number;
  intervalSeconds: number;
  /** Time for which a client that exceeds the quota is refused, in seconds; 0 for the rest of the interval. */
  blockSeconds: number;
}>;

export type LeaseCountQuota = Readonly<{
  type: "lease-count";
  name: string;
  path: string;
  role: string;
  maxLeases: number;
}>;

export type Quota = RateLimitQuota | LeaseCountQuota;

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

/** Path of a request, its beginnings up to the namespace and up to the mount, and the role of a login. */
export type QuotaTarget = Readonly<{ path: string; namespace: string; mount: string; role: string }>;

/**
 * Returns the quota that applies to a request. A quota with a role takes precedence over one without; otherwise the
 * quota with the longer path does (reference documentation, "Resource quotas").
 */
export function applicableQuota<Kind extends Quota>(quotas: readonly Kind[], target: QuotaTarget): Kind | undefined {
  let best: Kind | undefined;
  let bestRank = -1;
  for (const quota of quotas) {
    const rank = rankOf(quota, target);
    if (rank > bestRank) [best, bestRank] = [quota, rank];
  }
  return best;
}

const roleRank = 1_000_000;

function rankOf({ path, role }: Quota, target: QuotaTarget): number {
  if (role !== "" && role !== target.role) return -1;
  const extra = role === "" ? 0 : roleRank;
  if (path === "") return extra;
  if (path === target.namespace || path === target.mount) return extra + path.length;
  // A path longer than the mount's is below the mount and may end in a star.
  if (!path.startsWith(target.mount) || target.mount === "") return -1;
  const fits = path.endsWith("*") ? target.path.startsWith(path.slice(0, -1)) : target.path === path.replace(/\/$/, "");
  return fits ? extra + path.length : -1;
}
