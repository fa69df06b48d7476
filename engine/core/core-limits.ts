import { type PolicyLimits, policyLimits } from "./policy/policy-limits.ts";

/** Maximum sizes of the data that all clients of a cluster share. */
export type CoreLimits = PolicyLimits &
  Readonly<{
    /**
     * Maximum number of namespaces. Each one stays open, with its mounts and policies in memory.
     */
    namespaces: number;
    /**
     * Maximum number of members of one group of either kind. They are one stored value, written by
     * one entry of the write log.
     */
    groupMembers: number;
  }>;

/** Default limits. Data of this size fit into memory and into the entries of the write log. */
export const usualCoreLimits: CoreLimits = { ...policyLimits, namespaces: 10_000, groupMembers: 50_000 };
