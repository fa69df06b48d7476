import type { Instant } from "../../ports/clock.ts";
import type { Alias, Metadata } from "./entity.ts";

/** The kinds of groups: an internal one has the members it was given, an external one those that its auth method reports. */
export const groupTypes = ["internal", "external"] as const;

/** Entities and groups that share policies: a member of a member is one, too. */
export type Group = Readonly<{
  id: string;
  name: string;
  type: (typeof groupTypes)[number];
  metadata: Metadata | null;
  policies: readonly string[];
  memberEntityIds: readonly string[];
  memberGroupIds: readonly string[];
  /** Of an external group. */
  alias: Alias | null;
  /** How often it was written. */
  modifyIndex: number;
  createdAt: Instant;
  updatedAt: Instant;
}>;
