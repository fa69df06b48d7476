import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import type { Mutant } from "./mutant.ts";
import { play } from "./play.ts";
import { PlayerProcess } from "./player-process.ts";
import { type Judged, judge } from "./verdict.ts";

/**
 * Plays mutants, `workers` at a time, and tells each outcome to `known` as soon as it is there. Before them it plays all that their ids
 * carry with the service as it is: throws an Error unless every one of these ids is held then.
 */
export async function playAll(
  mutants: readonly Mutant[],
  { seed, workers, known }: Readonly<{ seed: number; workers: number; known: (judged: Judged) => void }>,
): Promise<readonly Judged[]> {
  await using folder = await reapedFolder();
  await using players = new AsyncDisposableStack();
  const place = () => ({ folder: folder.path, seed, player: players.use(new PlayerProcess()) });
  const first = place();
  const ids = [...new Set(mutants.flatMap((mutant) => mutant.ids))];
  const asItIs = await play({ ids }, first);
  const fallen = ids.filter((id) => !asItIs.held.includes(id));
  if (asItIs.trouble !== undefined) throw new Error(`nothing can be said of the service as it is: ${asItIs.trouble}`);
  if (fallen.length > 0) throw new Error(`not held by the service as it is: ${fallen.join(" ")}`);

  const judged: Judged[] = [];
  const queue = mutants.values();
  const work = async (mine: typeof first) => {
    for (const mutant of queue) {
      const one = judge(mutant, await play({ ids: mutant.ids, mutant }, mine));
      judged.push(one);
      known(one);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index === 0 ? first : place())));
  return judged;
}
