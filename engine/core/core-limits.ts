import { type PolicyLimits, policyLimits } from "./policy/policy-limits.ts";

export type CoreLimits = PolicyLimits &
  Readonly<{
    namespaces: number;
    /** Maximum number of entities, and of groups, that are direct members of one group. */
    groupMembers: number;
  }>;

export const defaultCoreLimits: CoreLimits = { ...policyLimits, namespaces: 10_000, groupMembers: 50_000 };
