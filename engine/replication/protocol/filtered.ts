import { z } from "zod";

/** A mount or a namespace that a primary does not send to a secondary, with all that is stored of it. */
const place = z.object({
  /** `mount/` and its uuid, or `namespace/` and its id. */
  name: z.string(),
  /** Where it is, as it is said at the root; "" where it need not be told: what is built in, or gone. */
  path: z.string(),
});

/** All that is filtered from one secondary, ordered by name. To the machine these are names and no more. */
export const filtered = z.array(place.readonly()).readonly();
export type Filtered = z.infer<typeof filtered>;

/** What is filtered from a secondary from now on, depending on how it goes on. */
export type FilterState = Readonly<{
  /** What it is while the secondary goes on with the data that it has; null when it has data that it must not have, or lacks some. */
  continued: Filtered | null;
  /** What it is when the secondary is copied over. */
  whenCopied: Filtered;
}>;

export function namesOf(kept: Filtered): readonly string[] {
  return kept.map(({ name }) => name);
}

/** Whether both keep back the same, wherever it is. */
export function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

/** Whether both keep back the same, and say the same of where it is. */
export function same(one: Filtered, other: Filtered): boolean {
  return (
    one.length === other.length && one.every(({ name, path }, i) => name === other[i]?.name && path === other[i]?.path)
  );
}
