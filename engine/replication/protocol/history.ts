import { z } from "zod";

/**
 * The period of one primary: its entries come after the index `after`. Two forced promotions may begin
 * eras with the same number, but never with the same id. Each restart of the primary begins a stretch
 * of its era with its own id; `continues` is the id of the era. A primary that was started over an
 * older store reuses the indexes of lost entries; the ids of the stretches distinguish the new entries
 * from the lost ones.
 */
const era = z
  .object({
    epoch: z.int().nonnegative(),
    id: z.string(),
    after: z.int().nonnegative(),
    continues: z.string().exactOptional(),
  })
  .readonly();
export type Era = z.infer<typeof era>;

/** The eras and stretches of a write log, oldest first. */
export const history = z.array(era).readonly();
export type History = z.infer<typeof history>;

/** A write log without its entries: its eras, and the index of its last entry. */
export type Outline = Readonly<{ history: History; last: number }>;

/** Maximum number of eras and stretches that are kept. A secondary that missed more of them is compared. */
const historyLength = 128;

export function withEra(past: History, begun: Era): History {
  return [...past, begun].slice(-historyLength);
}

/**
 * Returns `past`, extended by a new stretch of its latest era, for a primary that is started while its
 * log ends at `after`. If the previous stretch has no entries, the new stretch replaces it.
 */
export function withRestart(past: History, { id, after }: Readonly<{ id: string; after: number }>): History {
  const latest = past.at(-1);
  if (!latest) return past;
  const isEmpty = latest.continues !== undefined && latest.after === after;
  const { epoch, continues = latest.id } = latest;
  return withEra(isEmpty ? past.slice(0, -1) : past, { epoch, id, after, continues });
}

/** Returns the eras whose `after` is at most `index`. */
export function historyThrough(whole: History, index: number): History {
  return whole.filter(({ after }) => after <= index);
}

export function latestEpoch(whole: History): number {
  return Math.max(0, ...whole.map(({ epoch }) => epoch));
}

/**
 * Returns the last index up to which both logs have the same entries: the logs diverge in their latest common era, or
 * at its end.
 */
export function agreement(one: Outline, other: Outline): number {
  for (let i = one.history.length - 1; i >= 0; i--) {
    const j = other.history.findIndex(({ id }) => id === one.history[i]?.id);
    if (j >= 0) return Math.min(lastEntryOf(one, i), lastEntryOf(other, j));
  }
  return 0;
}

/** Returns the index of the last entry of the era at position `i`; for the latest era, that of the end of the log. */
export function lastEntryOf({ history, last }: Outline, i: number): number {
  return history[i + 1]?.after ?? last;
}
