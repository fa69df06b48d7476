import { z } from "zod";

/**
 * The period of one primary: its entries come after the index `after`. Two forced promotions may
 * have the same number, but never the same id. Each start of the primary begins a stretch of its
 * era with its own id, and `continues` is the id of the era: a primary that was started over an
 * older store reuses the indexes of lost entries, and the ids of the stretches distinguish the
 * entries.
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

/** The eras of a write log, oldest first. */
export const history = z.array(era).readonly();
export type History = z.infer<typeof history>;

/** A write log without its entries: its eras and the index of its last entry. */
export type Outline = Readonly<{ history: History; last: number }>;

/**
 * Eras and stretches that are kept. A secondary that missed more of them is compared, which is
 * always correct.
 */
const historyLength = 128;

/** Returns `past` and the era that a promotion begins. */
export function withEra(past: History, begun: Era): History {
  return [...past, begun].slice(-historyLength);
}

/**
 * Returns `past` with a new stretch of its latest era, for a primary that starts with a log whose
 * last index is `after`. If the previous stretch has no entries, the new one replaces it, since no
 * other store has it.
 */
export function withRestart(past: History, { id, after }: Readonly<{ id: string; after: number }>): History {
  const latest = past.at(-1);
  if (!latest) return past;
  const isEmpty = latest.continues !== undefined && latest.after === after;
  const { epoch, continues = latest.id } = latest;
  return withEra(isEmpty ? past.slice(0, -1) : past, { epoch, id, after, continues });
}

/**
 * Returns the eras of the entries up to `index`. A secondary receives later eras before their
 * entries.
 */
export function historyThrough(whole: History, index: number): History {
  return whole.filter(({ after }) => after <= index);
}

/** Returns the highest era number in the history. */
export function latestEpoch(whole: History): number {
  return Math.max(0, ...whole.map(({ epoch }) => epoch));
}

/**
 * Returns the last index up to which both logs have the same entries. They diverge in, or at the
 * end of, their latest common era.
 */
export function agreement(one: Outline, other: Outline): number {
  for (let i = one.history.length - 1; i >= 0; i--) {
    const j = other.history.findIndex(({ id }) => id === one.history[i]?.id);
    if (j >= 0) return Math.min(lastEntryOf(one, i), lastEntryOf(other, j));
  }
  return 0;
}

/** Returns the index of the last entry of era `i`, or the end of the log for the latest era. */
export function lastEntryOf({ history, last }: Outline, i: number): number {
  return history[i + 1]?.after ?? last;
}
