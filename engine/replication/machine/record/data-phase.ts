import { z } from "zod";

const reach = z.int().nonnegative();

/**
 * State of a secondary's data. `reach` is the latest entry whose changes a copy or comparison may have
 * put into the data: until the log has caught up with it, the data correspond to no entry. `first` is
 * true until the data have been complete once since `secondary/enable`.
 */
export const dataPhase = z.discriminatedUnion("phase", [
  /**
   * All shared keys are being copied; `copied` is the last key that was stored, "" for none. The log ends at the index
   * at which the copy began.
   */
  z.object({ phase: z.literal("copying"), copied: z.string(), reach, first: z.boolean() }).readonly(),
  /** Merkle trees are being compared, and differing shared keys are copied. */
  z.object({ phase: z.literal("comparing"), reach, first: z.boolean() }).readonly(),
  z.object({ phase: z.literal("streaming"), reach, first: z.boolean() }).readonly(),
]);
export type DataPhase = z.infer<typeof dataPhase>;

type Copying = Extract<DataPhase, { phase: "copying" }>;
type Comparing = Extract<DataPhase, { phase: "comparing" }>;
type Streaming = Extract<DataPhase, { phase: "streaming" }>;

export function copyBegun({ first }: DataPhase, reach: number): Copying {
  return { phase: "copying", copied: "", reach, first };
}

export function comparisonBegun({ first }: DataPhase, reach: number): Comparing {
  return { phase: "comparing", reach, first };
}

/**
 * Returns the phase after a page of a copy was stored. `through` is the last key of the page, null for the last page;
 * the primary's log ended at `last` when the page was sent.
 */
export function pageCopied(
  data: Copying,
  { through, last }: Readonly<{ through: string | null; last: number }>,
): DataPhase {
  const { reach } = valuesCopied(data, last);
  return through === null ? completed({ reach }) : { ...data, reach, copied: through };
}

export function valuesCopied<Phase extends Copying | Comparing>(data: Phase, last: number): Phase {
  return { ...data, reach: Math.max(data.reach, last) };
}

export function completed({ reach }: Pick<DataPhase, "reach">): Streaming {
  return { phase: "streaming", reach, first: false };
}

export function isBootstrapping(data: DataPhase): boolean {
  return data.first;
}

/** Returns true during a copy or a comparison: the data correspond to no entry of the log. */
export function isInProgress({ phase }: DataPhase): boolean {
  return phase === "copying" || phase === "comparing";
}
