import { z } from "zod";

const reach = z.int().nonnegative();

/**
 * How far the data of a secondary are. `reach` is the last entry of which a copy may have shown something: up to it the data are no state
 * that the log could tell of. `first` says that they were never complete since `secondary/enable`. `copying` becomes `streaming` with the
 * last page, `comparing` when all that differed is here. `streaming` becomes `comparing` when the log cannot be continued, and `copying` where
 * there is nothing to compare yet.
 */
export const dataPhase = z.discriminatedUnion("phase", [
  /** All shared keys are copied; `copied` is the last that is here, "" for none. The log's end is the index the copy began at. */
  z.object({ phase: z.literal("copying"), copied: z.string(), reach, first: z.boolean() }).readonly(),
  /** Merkle trees are compared, and the shared keys that differ are copied. The log's end is the index the comparison began at. */
  z.object({ phase: z.literal("comparing"), reach, first: z.boolean() }).readonly(),
  /** The log goes on from what is here. */
  z.object({ phase: z.literal("streaming"), reach, first: z.boolean() }).readonly(),
]);
export type DataPhase = z.infer<typeof dataPhase>;

/** Whether the data were never complete since `secondary/enable`. */
export function isBootstrapping(data: DataPhase): boolean {
  return data.first;
}

/** Whether the data are on their way from one state to another: neither is the one that the log tells of. */
export function isInProgress({ phase }: DataPhase): boolean {
  return phase === "copying" || phase === "comparing";
}

const former = z.object({
  bootstrapping: z.boolean(),
  copied: z.string().nullable(),
  reach,
});

/** A record as it is stored now, of one that was stored before phases had names. */
export function withPhase(record: unknown): unknown {
  const { data: found, success } = former.safeParse(record);
  if (!success) return withPresentName(record);
  const { bootstrapping: first, copied, ...rest } = found;
  const data: DataPhase =
    copied !== null ? { phase: "copying", copied, first, ...rest } : { phase: "streaming", first, ...rest };
  return { ...(record as object), data };
}

/** A record with a phase of today: "streaming" was "following", or "complete" when a demoted primary had released the secondary, which granted too much and counts no more. */
function withPresentName(record: unknown): unknown {
  if (typeof record !== "object" || record === null || !("data" in record)) return record;
  const { data: found, success } = earlier.safeParse(record.data);
  return success ? { ...record, data: { ...found, phase: "streaming" } } : record;
}

const earlier = z.object({ phase: z.enum(["following", "complete"]), reach, first: z.boolean().default(false) });
