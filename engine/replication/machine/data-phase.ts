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

const former = z.object({
  bootstrapping: z.boolean(),
  copied: z.string().nullable(),
  reach,
});

/** Returns a record in the current form, also for one that was stored before phases had names. */
export function withPhase(record: unknown): unknown {
  const { data: found, success } = former.safeParse(record);
  if (!success) return withPresentName(record);
  const { bootstrapping: first, copied, ...rest } = found;
  const data: DataPhase =
    copied !== null ? { phase: "copying", copied, first, ...rest } : { phase: "streaming", first, ...rest };
  return { ...(record as object), data };
}

/**
 * Returns a record with a current phase: "streaming" was called "following", or "complete" after a
 * demoted primary had released the secondary. That release granted too much, and is ignored.
 */
function withPresentName(record: unknown): unknown {
  if (typeof record !== "object" || record === null || !("data" in record)) return record;
  const { data: found, success } = earlier.safeParse(record.data);
  return success ? { ...record, data: { ...found, phase: "streaming" } } : record;
}

const earlier = z.object({ phase: z.enum(["following", "complete"]), reach, first: z.boolean().default(false) });
