import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TextChange } from "./change.ts";
import type { PlayerProcess } from "./player-process.ts";
import { type ReadReport, readReport } from "./read-report.ts";
import { featuresWith } from "./tagged-ids.ts";

/** What came of playing the scenarios that carry some ids. */
export type Played = ReadReport &
  Readonly<{
    /** Whether the changed file was loaded at all. */
    isLoaded: boolean;
    milliseconds: number;
  }>;

/** What the simulated stage has no server of: a rule that has a scenario for each product is judged by those that it can play. */
const withoutServer = "not @needs-mariadb and not @needs-redis and not @needs-database-tls";

/**
 * Plays the scenarios that carry one of `ids` on the simulated stage, with the service as it is or as `mutant` has it. The report goes
 * into a folder of its own below `folder`, and is taken away again.
 */
export async function play(
  { ids, mutant }: Readonly<{ ids: readonly string[]; mutant?: TextChange }>,
  { folder, seed, player }: Readonly<{ folder: string; seed: number; player: PlayerProcess }>,
): Promise<Played> {
  const started = performance.now();
  const own = join(folder, `${++runs}`);
  await mkdir(own);
  const report = join(own, "report");
  const tags = `(${ids.map((id) => `@${id}`).join(" or ")}) and ${withoutServer}`;
  const options = ["--stage", "simulated", "--workers", "1", "--seed", `${seed}`, "--tags", tags, "--report", report];
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
