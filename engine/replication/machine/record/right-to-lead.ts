import { z } from "zod";

/**
 * State of the right to lead on a secondary. One cluster of a replication set has the right at a
 * time; a primary has it by its role. After a demotion the demoted cluster has it (`held`). A grant
 * makes it `granted` there and `held` by the secondary that received it. Its holder can be promoted
 * without force. It becomes `none` when a later claim is received, or when the cluster gets another
 * primary.
 */
export const rightToLead = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }).readonly(),
  z.object({ state: z.literal("held") }).readonly(),
  /** `to` is the id under which the secondary was registered here. */
  z.object({ state: z.literal("granted"), to: z.string() }).readonly(),
]);
export type RightToLead = z.infer<typeof rightToLead>;

export const noRight: RightToLead = { state: "none" };
