import { z } from "zod";

/**
 * A time under one primary: its entries come after the index `after`. Two forced promotions share a number, never an id. Each start of the primary
 * begins a stretch of its era with an id of its own, where `continues` is the id of the era: a primary that was started over an older store
 * writes other entries under the numbers that it gave before, and the ids of the stretches tell them apart.
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

/** A write log told by its outline: its eras and the index of its last entry. */
export type Outline = Readonly<{ history: History; last: number }>;

/** Eras, and stretches of them, that are remembered. A secondary that missed this many is compared with, which is always right. */
const historyLength = 128;

/** `past` and one more era, begun by a promotion. */
export function withEra(past: History, begun: Era): History {
  return [...past, begun].slice(-historyLength);
}

/** `past` of a primary that was started over a log that ends at `after`. A stretch that has no entries yet is replaced: only this store has it. */
export function withRestart(past: History, { id, after }: Readonly<{ id: string; after: number }>): History {
  const latest = past.at(-1);
  if (!latest) return past;
  const isEmpty = latest.continues !== undefined && latest.after === after;
  const { epoch, continues = latest.id } = latest;
  return withEra(isEmpty ? past.slice(0, -1) : past, { epoch, id, after, continues });
}

/** The eras of the entries up to `index`; a secondary knows of later ones before their entries arrive. */
export function historyThrough(whole: History, index: number): History {
  return whole.filter(({ after }) => after <= index);
}

/** The highest era number ever heard of. */
export function latestEpoch(whole: History): number {
  return Math.max(0, ...whole.map(({ epoch }) => epoch));
}

/** The last index up to which both logs tell the same. They split in, or at the end of, the last era that both went through. */
export function agreement(one: Outline, other: Outline): number {
  for (let i = one.history.length - 1; i >= 0; i--) {
    const j = other.history.findIndex(({ id }) => id === one.history[i]?.id);
    if (j >= 0) return Math.min(lastEntryOf(one, i), lastEntryOf(other, j));
  }
  return 0;
}

/** Index of the last entry of era `i`, as far as the log goes. */
export function lastEntryOf({ history, last }: Outline, i: number): number {
  return history[i + 1]?.after ?? last;
}
