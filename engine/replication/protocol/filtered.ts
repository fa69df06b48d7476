import { z } from "zod";

const place = z.object({
  /** `mount/` followed by the mount's uuid, or `namespace/` followed by the namespace's id. */
  name: z.string(),
  /** Path from the root; "" for built-in mounts, and for mounts and namespaces that the sending cluster does not have. */
  path: z.string(),
});

/**
 * All mounts and namespaces that are filtered from one secondary, ordered by name. The state machine does not interpret
 * the names.
 */
export const filtered = z.array(place.readonly()).readonly();
export type Filtered = z.infer<typeof filtered>;

/** Filter of a secondary from now on, for the two ways in which replication to it may continue. */
export type FilterState = Readonly<{
  /**
   * The filter if the secondary keeps its data; null if the secondary must be compared, because it has data that are
   * now filtered, or lacks data that are no longer filtered.
   */
  continued: Filtered | null;
  whenCopied: Filtered;
}>;

export function namesOf(kept: Filtered): readonly string[] {
  return kept.map(({ name }) => name);
}

export function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

export function same(one: Filtered, other: Filtered): boolean {
  return (
    one.length === other.length && one.every(({ name, path }, i) => name === other[i]?.name && path === other[i]?.path)
  );
}
