import { type PolicyLimits, policyLimits } from "./policy/policy-limits.ts";

/** How much a cluster stores of what all of it pays for. */
export type CoreLimits = PolicyLimits &
  Readonly<{
    /** Namespaces; each is open all the time, with its mounts and policies. */
    namespaces: number;
    /** Members of one group, of either kind: they are one value, and one entry of the write log. */
    groupMembers: number;
  }>;

/** So many fit into memory easily, and a write log carries them. */
export const usualCoreLimits: CoreLimits = { ...policyLimits, namespaces: 10_000, groupMembers: 50_000 };
