import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import type { Mutant } from "./mutant.ts";
import { play } from "./play.ts";
import { type Judged, judge } from "./verdict.ts";

/** So many are played side by side: each is a process of its own, which has one core busy. */
const playedAtATime = 2;

/**
 * Plays mutants, and tells each outcome to `known` as soon as it is there. Before them it plays all that their ids carry with the service as it
 * is: throws an Error unless every one of these ids is held then.
 */
export async function playAll(
  mutants: readonly Mutant[],
  { seed, known }: Readonly<{ seed: number; known: (judged: Judged) => void }>,
): Promise<readonly Judged[]> {
  await using folder = await reapedFolder();
  const place = { folder: folder.path, seed };
  const ids = [...new Set(mutants.flatMap((mutant) => mutant.ids))];
  const asItIs = await play({ ids }, place);
  const fallen = ids.filter((id) => !asItIs.held.includes(id));
  if (asItIs.trouble !== undefined) throw new Error(`nothing can be said of the service as it is: ${asItIs.trouble}`);
  if (fallen.length > 0) throw new Error(`not held by the service as it is: ${fallen.join(" ")}`);

  const judged: Judged[] = [];
  const queue = mutants.values();
  const work = async () => {
    for (const mutant of queue) {
      const one = judge(mutant, await play({ ids: mutant.ids, mutant }, place));
      judged.push(one);
      known(one);
    }
  };
  await Promise.all(Array.from({ length: playedAtATime }, work));
  return judged;
}
