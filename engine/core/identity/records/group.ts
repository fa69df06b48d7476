import type { Instant } from "../../../ports/clock.ts";
import type { Alias, Metadata } from "./entity.ts";

/** Types of groups. Operators set the members of internal groups, but not those of external groups. */
export const groupTypes = ["internal", "external"] as const;

/** Group of entities and groups that share policies. Membership is transitive. */
export type Group = Readonly<{
  id: string;
  name: string;
  type: (typeof groupTypes)[number];
  metadata: Metadata | null;
  policies: readonly string[];
  memberEntityIds: readonly string[];
  memberGroupIds: readonly string[];
  alias: Alias | null;
  /** Number of writes of the group. */
  modifyIndex: number;
  createdAt: Instant;
  updatedAt: Instant;
}>;
