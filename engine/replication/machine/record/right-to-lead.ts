import { z } from "zod";

/**
 * State of the right to lead on a secondary. The holder (`held`) can be promoted without force. A
 * demoted cluster holds the right, unless it was fenced. When it grants the right, its state becomes
 * `granted`, and that of the receiving secondary `held`.
 */
export const rightToLead = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }).readonly(),
  z.object({ state: z.literal("held") }).readonly(),
  z.object({ state: z.literal("granted"), to: z.string() }).readonly(),
]);
export type RightToLead = z.infer<typeof rightToLead>;

export const noRight: RightToLead = { state: "none" };
