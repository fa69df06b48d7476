import { z } from "zod";

/**
 * State of the right to lead on a secondary. A promotion without force requires `held`. A demoted
 * cluster holds the right, unless it was fenced, until it grants it to a secondary (`granted`).
 */
export const rightToLead = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }).readonly(),
  z.object({ state: z.literal("held") }).readonly(),
  z.object({ state: z.literal("granted"), to: z.string() }).readonly(),
]);
export type RightToLead = z.infer<typeof rightToLead>;

export const noRight: RightToLead = { state: "none" };
