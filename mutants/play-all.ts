import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import type { Mutant } from "./mutant.ts";
import { play } from "./play.ts";
import { PlayerProcess } from "./player-process.ts";
import { type PlayedStage, stageOf } from "./tagged-ids.ts";
import { type Judged, judge } from "./verdict.ts";

/**
 * Plays mutants, `workers` at a time. Calls `known` with each outcome. First plays the scenarios of
 * the mutants' ids with the unchanged service, and rejects unless it holds all of these ids.
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
  for (const stage of ["simulated", "live"] as const) {
    await requireHeld({ ids: ids.filter((id) => stageOf(id) === stage), stage }, first);
  }

  const judged: Judged[] = [];
  const queue = mutants.values();
  const work = async (worker: typeof first) => {
    for (const mutant of queue) {
      const one = judge(mutant, await play({ ids: mutant.ids, stage: stageOfAll(mutant.ids), mutant }, worker));
      judged.push(one);
      known(one);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index === 0 ? first : place())));
  return judged;
}

function stageOfAll(ids: readonly string[]): PlayedStage {
  return ids.some((id) => stageOf(id) === "live") ? "live" : "simulated";
}

async function requireHeld(
  { ids, stage }: Readonly<{ ids: readonly string[]; stage: PlayedStage }>,
  place: Parameters<typeof play>[1],
): Promise<void> {
  if (ids.length === 0) return;
  const { held, trouble } = await play({ ids, stage }, place);
  const broken = ids.filter((id) => !held.includes(id));
  if (trouble !== undefined) throw new Error(`the unchanged service could not be judged: ${trouble}`);
  if (broken.length > 0) throw new Error(`not held by the unchanged service: ${broken.join(" ")}`);
}
