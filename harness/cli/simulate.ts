import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type BrokenSeed, type CampaignSummary, summarize } from "#harness/campaign/campaign-summary.ts";
import { writeCapsule } from "#harness/campaign/capsule.ts";
import { profiles } from "#harness/campaign/profiles.ts";
import { type Encapsulated, runSeeds, type SeedResult, SeedThread } from "#harness/campaign/run-seeds.ts";
import { commitOfThis } from "#harness/cli/commit.ts";
import { Failure } from "#harness/cli/failure.ts";
import { interruptedExitCode } from "#harness/cli/interruption.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import type { SimulateOptions } from "#harness/cli/simulate-options.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { writeOwnerOnly } from "#harness/reports/owner-only.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type Around = Readonly<{ stdout: Output; stderr: Output; directory: string; signal: AbortSignal }>;

/** Of a campaign that breaks again and again, so many seeds are shrunk; the others are told by number. */
const maxCapsules = 10;
/** So long a seed is shrunk at most, in real minutes: usually it takes one or two. */
const maxShrinkingMinutes = 30;
/** How often progress is told, in milliseconds. */
const progressMilliseconds = 5_000;

/**
 * Plays the worlds of seeds until all are judged, time is up or it is interrupted; shrinks what broke and writes a capsule of each to
 * the report. Resolves to the exit code: 0 when all held, 1 when something broke, 2 when something is undecided or could not be judged.
 */
export async function simulate(
  options: SimulateOptions,
  { stdout, stderr, directory, signal }: Around,
): Promise<number> {
  const capsules = join(reportFolder(options.report, directory), "capsules");
  const place = placeTrouble(capsules);
  if (place !== undefined) throw new Failure("usage", `capsules cannot be kept in ${capsules}: ${place}`);
  const say = (line: string) => void (options.json || stdout.write(`${line}\n`));
  const { results, seconds, unlike } = await played(options, { signal, say, stderr });
  const tally = summarize(results);
  const broken: (BrokenSeed & { capsule: string | null })[] = [];
  for (const one of tally.broken) {
    say(`seed ${one.seed} broke: ${one.checker}: ${one.sentence} (event ${one.event})`);
    const shrinks = broken.length < maxCapsules && !signal.aborted;
    const capsule = shrinks ? await shrunk(one, { options, capsules, say, stderr }) : null;
    broken.push({ ...one, capsule });
  }
  tell({ ...tally, broken }, { seconds, json: options.json, stdout });
  if (broken.length > 0) return 1;
  if (signal.aborted) return interruptedExitCode;
  return tally.seeds === 0 || tally.undecided.length + tally.trouble.length + unlike > 0 ? 2 : 0;
}

/** Why there is no such folder and none can be made, for people. */
function placeTrouble(folder: string): string | undefined {
  try {
    makeFolder(folder);
    return undefined;
  } catch (error) {
    return whyNotWritten(error) ?? String(error);
  }
}

type Say = (line: string) => void;

type Played = Readonly<{
  results: readonly SeedResult[];
  /** Until the last seed was judged. */
  seconds: number;
  /** How many seeds went otherwise when they were played again. */
  unlike: number;
}>;

/** Plays all seeds, and some of them again; each that goes otherwise then is told with its first difference. */
async function played(
  { seeds, profile, minutes, workers = availableParallelism() }: SimulateOptions,
  { signal, say, stderr }: Readonly<{ signal: AbortSignal; say: Say; stderr: Output }>,
): Promise<Played> {
  const results: SeedResult[] = [];
  let [seconds, unlike] = [0, 0];
  const notPlayed = (seed: number, trouble: string) =>
    stderr.write(`understudy: seed ${seed} could not be played: ${trouble}\n`);
  const began = performance.now();
  const timeIsUp = new AbortController();
  const timer = minutes === undefined ? undefined : setTimeout(() => timeIsUp.abort(), minutes * 60_000);
  const total = seeds.last - seeds.first + 1;
  const progress = setInterval(() => {
    const broken = results.filter((one) => "result" in one && one.result.verdict === "broken").length;
    const rate = rounded(results.length / ((performance.now() - began) / 1000));
    say(`${results.length} of ${total} seeds, ${broken} broken, ${rate} a second`);
  }, progressMilliseconds);
  try {
    const stop = AbortSignal.any([signal, timeIsUp.signal]);
    await runSeeds({
      ...{ seeds, profile, workers, signal: stop, interrupted: signal },
      onResult(result) {
        results.push(result);
        if ("trouble" in result) notPlayed(result.seed, result.trouble);
        seconds = (performance.now() - began) / 1000;
        if (results.length === total) clearInterval(progress);
      },
      onDifference(seed, { seq, one, other }) {
        unlike++;
        stderr.write(`understudy: seed ${seed} played twice differs at event ${seq}:\n  ${one}\n  ${other}\n`);
      },
      onTrouble(seed, trouble) {
        unlike++;
        notPlayed(seed, trouble);
      },
    });
  } finally {
    clearTimeout(timer);
    clearInterval(progress);
  }
  return { results, seconds, unlike };
}

/** Resolves to the path of the capsule; null where the rule is not broken again. */
async function shrunk(
  { seed, checker }: BrokenSeed,
  {
    options,
    capsules,
    say,
    stderr,
  }: Readonly<{ options: SimulateOptions; capsules: string; say: Say; stderr: Output }>,
): Promise<string | null> {
  await using thread = new SeedThread(profiles[options.profile], { minutes: maxShrinkingMinutes });
  const wanted = { checker, release: packageVersion(), commit: commitOfThis() };
  const encapsulated = (shrinks: boolean) =>
    thread.ask<Encapsulated>({ seed, do: "encapsulate", wanted, shrinks }).catch((error: Error) => {
      stderr.write(
        `understudy: seed ${seed} could not be ${shrinks ? "shrunk" : "put into a capsule"}: ${error.message}\n`,
      );
      return undefined;
    });
  // What is left of a world may never yield though the world did; then the whole is kept.
  const { capsule } = (await encapsulated(true)) ?? (await encapsulated(false)) ?? {};
  if (!capsule) return null;
  const path = join(capsules, `${seed}-${checker.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.json`);
  try {
    writeOwnerOnly(path, writeCapsule(capsule));
  } catch (error) {
    stderr.write(`understudy: the capsule of seed ${seed} could not be kept: ${whyNotWritten(error) ?? error}\n`);
    return null;
  }
  say(`  ${capsule.schedule.actions.length} actions are left of it: understudy replay ${path}`);
  return path;
}

function tell(
  { seeds, held, broken, undecided, trouble, virtualSeconds, sometimes }: CampaignSummary,
  { seconds, json, stdout }: Readonly<{ seconds: number; json: boolean; stdout: Output }>,
): void {
  const each = (count: number) => (seconds === 0 ? 0 : rounded(count / seconds));
  const figures = { seeds_per_second: each(seeds), virtual_to_real: each(virtualSeconds) };
  if (json) {
    const line = { seeds, held, broken, undecided, ...figures, sometimes };
    stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  for (const [name, count] of Object.entries(sometimes)) stdout.write(`${String(count).padStart(8)}  ${name}\n`);
  stdout.write(
    `${figures.seeds_per_second} seeds a second, ${figures.virtual_to_real} s of virtual time in one second\n`,
  );
  if (trouble.length > 0) stdout.write(`${trouble.length} could not be played\n`);
  stdout.write(`${held} held, ${broken.length} broken, ${undecided.length} undecided\n`);
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
