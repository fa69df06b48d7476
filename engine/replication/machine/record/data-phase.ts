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

type Copying = Extract<DataPhase, { phase: "copying" }>;
type Comparing = Extract<DataPhase, { phase: "comparing" }>;
type Streaming = Extract<DataPhase, { phase: "streaming" }>;

/** Returns the phase when a copy begins at the primary's entry `reach`. */
export function copyBegun({ first }: DataPhase, reach: number): Copying {
  return { phase: "copying", copied: "", reach, first };
}

/** Returns the phase when a comparison begins at the primary's entry `reach`. */
export function comparisonBegun({ first }: DataPhase, reach: number): Comparing {
  return { phase: "comparing", reach, first };
}

/** Returns the phase after a page through the key `through`, null for the last page. The log of the primary ended at `last`. */
export function pageCopied(
  data: Copying,
  { through, last }: Readonly<{ through: string | null; last: number }>,
): DataPhase {
  const { reach } = valuesCopied(data, last);
  return through === null ? completed({ reach }) : { ...data, reach, copied: through };
}

/** Returns the phase after data were copied while the log of the primary ended at `last`. */
export function valuesCopied<Phase extends Copying | Comparing>(data: Phase, last: number): Phase {
  return { ...data, reach: Math.max(data.reach, last) };
}

/** Returns the phase when a copy or a comparison is complete. */
export function completed({ reach }: Pick<DataPhase, "reach">): Streaming {
  return { phase: "streaming", reach, first: false };
}

/** Returns true when the data were never complete since `secondary/enable`. */
export function isBootstrapping(data: DataPhase): boolean {
  return data.first;
}

/** Returns true while the data are between two states, and correspond to no entry of the log. */
export function isInProgress({ phase }: DataPhase): boolean {
  return phase === "copying" || phase === "comparing";
}
