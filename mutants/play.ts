import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TextChange } from "./change.ts";
import type { PlayerProcess } from "./player-process.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { featuresWith, needsTls, type PlayedStage } from "./tagged-ids.ts";

/** What came of playing the scenarios that carry some ids. */
export type Played = ReadReport &
  Readonly<{
    /** Whether the changed file was loaded at all. */
    isLoaded: boolean;
    milliseconds: number;
  }>;

/** What not every machine has a server of: a rule that has a scenario for each product is judged by those that can be played anywhere. */
const everywhere = "not @needs-mariadb and not @needs-redis";
const withoutServer = { simulated: `${everywhere} and not ${needsTls}`, live: everywhere };

/**
 * Plays the scenarios that carry one of `ids` on a stage, with the service as it is or as `mutant` has it. The report goes
 * into a folder of its own below `folder`, and is taken away again.
 */
export async function play(
  { ids, stage, mutant }: Readonly<{ ids: readonly string[]; stage: PlayedStage; mutant?: TextChange }>,
  { folder, seed, player }: Readonly<{ folder: string; seed: number; player: PlayerProcess }>,
): Promise<Played> {
  const started = performance.now();
  const own = join(folder, `${++runs}`);
  await mkdir(own);
  const report = join(own, "report");
  const tags = `(${ids.map((id) => `@${id}`).join(" or ")}) and ${withoutServer[stage]}`;
  const seeded = stage === "simulated" ? ["--seed", `${seed}`] : [];
  const options = ["--stage", stage, "--workers", "1", ...seeded, "--tags", tags, "--report", report];
  const change = mutant && { file: mutant.file, find: mutant.find, replace: mutant.replace };
  const { ending, errors, isLoaded } = await player.run({
    words: ["rehearse", ...featuresWith(ids), ...options],
    change,
  });
  const read = await readReport(report, { ending, errors });
  await rm(own, { recursive: true, force: true });
  return { ...read, isLoaded, milliseconds: Math.round(performance.now() - started) };
}

let runs = 0;
