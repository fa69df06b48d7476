import { z } from "zod";

/**
 * Where a secondary stands with the right to lead, which one cluster of a replication set has at a time. A primary has it by its role. A demotion
 * makes it `held` by the demoted cluster; a grant makes it `granted` there, and `held` by the secondary that it went to. Its holder may
 * be promoted without force. It becomes `none` where a later claim is met, or the cluster is given another primary.
 */
export const rightToLead = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }).readonly(),
  z.object({ state: z.literal("held") }).readonly(),
  /** `to` is the id under which the secondary was registered here. */
  z.object({ state: z.literal("granted"), to: z.string() }).readonly(),
]);
export type RightToLead = z.infer<typeof rightToLead>;

export const noRight: RightToLead = { state: "none" };
