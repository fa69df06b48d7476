import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TextChange } from "./change.ts";
import type { PlayerProcess } from "./player-process.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { featuresWith, needsTls, type PlayedStage } from "./tagged-ids.ts";

export type Played = ReadReport &
  Readonly<{
    isLoaded: boolean;
    milliseconds: number;
  }>;

/** Excludes scenarios with servers that some machines do not have. */
const everywhere = "not @needs-mariadb and not @needs-redis";
const withoutServer = { simulated: `${everywhere} and not ${needsTls}`, live: everywhere };

/**
 * Plays all scenarios that have one of `ids`, except those whose servers the stage or some machines do not have, with
 * the service unchanged or changed by `mutant`. Writes the report to a folder below `folder` and removes it.
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
