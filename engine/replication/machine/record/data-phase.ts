import { z } from "zod";

const reach = z.int().nonnegative();

/**
 * State of a secondary's data. `reach` is the last entry of which a copy may have shown something:
 * before the log has reached it, the data correspond to no entry. `first` is true until the data
 * have been complete once since `secondary/enable`. `copying` becomes `streaming` with the last
 * page, `comparing` when all differences are copied. `streaming` becomes `comparing` when the log
 * cannot be continued, or `copying` when there are no data to compare.
 */
export const dataPhase = z.discriminatedUnion("phase", [
  /**
   * All shared keys are copied; `copied` is the last key that is stored, "" for none. The log ends
   * at the index at which the copy began.
   */
  z.object({ phase: z.literal("copying"), copied: z.string(), reach, first: z.boolean() }).readonly(),
  /**
   * Merkle trees are compared, and shared keys that differ are copied. The log ends at the index at
   * which the comparison began.
   */
  z.object({ phase: z.literal("comparing"), reach, first: z.boolean() }).readonly(),
  /** Entries of the log are applied. */
  z.object({ phase: z.literal("streaming"), reach, first: z.boolean() }).readonly(),
]);
export type DataPhase = z.infer<typeof dataPhase>;

/** Returns true when the data were never complete since `secondary/enable`. */
export function isBootstrapping(data: DataPhase): boolean {
  return data.first;
}

/** Returns true while the data are between two states, and correspond to no entry of the log. */
export function isInProgress({ phase }: DataPhase): boolean {
  return phase === "copying" || phase === "comparing";
}
