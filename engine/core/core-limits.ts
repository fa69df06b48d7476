import { type PolicyLimits, policyLimits } from "./policy/policy-limits.ts";

export type CoreLimits = PolicyLimits &
  Readonly<{
    /** Maximum number of namespaces without the root. Their mounts are always in memory. */
    namespaces: number;
    /** Maximum number of entities, and of groups, in one group. A group is stored as one value. */
    groupMembers: number;
  }>;

export const defaultCoreLimits: CoreLimits = { ...policyLimits, namespaces: 10_000, groupMembers: 50_000 };
