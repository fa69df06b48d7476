import { z } from "zod";

/** What a primary keeps back from a follower: a mount or a namespace, and all that is stored of it. */
const kept = z.object({
  /** `mount/` and its uuid, or `namespace/` and its id. */
  name: z.string(),
  /** Where it is, as it is said at the root; "" where nobody needs to be told: what is built in, or gone. */
  path: z.string(),
});

/** All that a primary keeps back from a follower, ordered by name. To the machine they are names and no more. */
export const withheld = z.array(kept.readonly()).readonly();
export type Withheld = z.infer<typeof withheld>;

/** What is to be kept back from a follower from now on. */
export type Withholding = Readonly<{
  /** What it is while the follower goes on with the data that it has; null when it has data that it must not have, or lacks some. */
  continued: Withheld | null;
  /** What it is when the follower is copied over. */
  anew: Withheld;
}>;

export function namesOf(kept: Withheld): readonly string[] {
  return kept.map(({ name }) => name);
}

/** Whether both keep back the same, wherever it is. */
export function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

/** Whether both keep back the same, and say the same of where it is. */
export function same(one: Withheld, other: Withheld): boolean {
  return (
    one.length === other.length && one.every(({ name, path }, i) => name === other[i]?.name && path === other[i]?.path)
  );
}
