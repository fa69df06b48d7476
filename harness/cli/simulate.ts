import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type BrokenSeed, type CampaignSummary, summarize } from "#harness/campaign/campaign-summary.ts";
import { writeCapsule } from "#harness/campaign/capsule.ts";
import { profiles } from "#harness/campaign/profiles.ts";
import { type Encapsulated, runSeeds, type SeedResult, SeedThread } from "#harness/campaign/run-seeds.ts";
import { rulesNote } from "#harness/checkers/judgements.ts";
import { commitOfThis } from "#harness/cli/commit.ts";
import { Failure } from "#harness/cli/failure.ts";
import { interruptedExitCode } from "#harness/cli/interruption.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import type { SimulateOptions } from "#harness/cli/simulate-options.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type SimulateContext = Readonly<{ stdout: Output; stderr: Output; directory: string; signal: AbortSignal }>;

const maxCapsules = 10;
const maxShrinkingMinutes = 30;
const progressMilliseconds = 5_000;

/**
 * Simulates a random world for each seed, until all seeds are judged, time is up or the user interrupts. At most ten
 * runs that break a rule are shrunk and written as capsules. Resolves to the exit code: 1 if a rule is broken,
 * otherwise 130 if interrupted, otherwise 2 if no seed ran, or a seed is undecided, could not run or gave two results,
 * otherwise 0.
 */
export async function simulate(
  options: SimulateOptions,
  { stdout, stderr, directory, signal }: SimulateContext,
): Promise<number> {
  const capsules = join(reportFolder(options.report, directory), "capsules");
  const reason = folderTrouble(capsules);
  if (reason !== undefined) throw new Failure("usage", `capsules cannot be written to ${capsules}: ${reason}`);
  const print = (line: string) => void (options.json || stdout.write(`${line}\n`));
  const { results, seconds, differing } = await playSeeds(options, { signal, print, stderr });
  const tally = summarize(results);
  const broken: (BrokenSeed & { capsule: string | null })[] = [];
  for (const one of tally.broken) {
    print(`seed ${one.seed} broke: ${one.checker}: ${one.sentence} (event ${one.event})`);
    const shrinks = broken.length < maxCapsules && !signal.aborted;
    const capsule = shrinks ? await shrink(one, { options, capsules, print, stderr }) : null;
    broken.push({ ...one, capsule });
  }
  if (broken.length > 0) print(rulesNote);
  printSummary({ ...tally, broken }, { seconds, json: options.json, stdout });
  if (broken.length > 0) return 1;
  if (signal.aborted) return interruptedExitCode;
  return tally.seeds === 0 || tally.undecided.length + tally.trouble.length + differing > 0 ? 2 : 0;
}

function folderTrouble(folder: string): string | undefined {
  try {
    makeFolder(folder);
    return undefined;
  } catch (error) {
    return whyNotWritten(error) ?? String(error);
  }
}

type Print = (line: string) => void;

type Played = Readonly<{
  results: readonly SeedResult[];
  /** Time until the last seed was judged, in seconds. */
  seconds: number;
  differing: number;
}>;

async function playSeeds(
  { seeds, profile, minutes, workers = availableParallelism() }: SimulateOptions,
  { signal, print, stderr }: Readonly<{ signal: AbortSignal; print: Print; stderr: Output }>,
): Promise<Played> {
  const results: SeedResult[] = [];
  let [seconds, differing] = [0, 0];
  const notPlayed = (seed: number, trouble: string) =>
    stderr.write(`understudy: seed ${seed} could not be played: ${trouble}\n`);
  const began = performance.now();
  const timeIsUp = new AbortController();
  const timer = minutes === undefined ? undefined : setTimeout(() => timeIsUp.abort(), minutes * 60_000);
  const total = seeds.last - seeds.first + 1;
  const progress = setInterval(() => {
    const broken = results.filter((one) => "result" in one && one.result.verdict === "broken").length;
    const rate = rounded(results.length / ((performance.now() - began) / 1000));
    print(`${results.length} of ${total} seeds, ${broken} broken, ${rate} a second`);
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
        differing++;
        stderr.write(`understudy: seed ${seed} played twice differs at event ${seq}:\n  ${one}\n  ${other}\n`);
      },
      onTrouble(seed, trouble) {
        differing++;
        notPlayed(seed, trouble);
      },
    });
  } finally {
    clearTimeout(timer);
    clearInterval(progress);
  }
  return { results, seconds, differing };
}

async function shrink(
  { seed, checker }: BrokenSeed,
  {
    options,
    capsules,
    print,
    stderr,
  }: Readonly<{ options: SimulateOptions; capsules: string; print: Print; stderr: Output }>,
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
  // A shrunken world may hang. Then the capsule has the whole run.
  const { capsule } = (await encapsulated(true)) ?? (await encapsulated(false)) ?? {};
  if (!capsule) return null;
  const path = join(capsules, `${seed}-${checker.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.json`);
  try {
    writeOwnerOnly(path, writeCapsule(capsule));
  } catch (error) {
    stderr.write(`understudy: the capsule of seed ${seed} could not be written: ${whyNotWritten(error) ?? error}\n`);
    return null;
  }
  print(`  shrunk to ${capsule.schedule.actions.length} actions: understudy replay ${path}`);
  return path;
}

function printSummary(
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
    `${figures.seeds_per_second} seeds per second, ${figures.virtual_to_real} s of virtual time per second\n`,
  );
  if (trouble.length > 0) stdout.write(`${trouble.length} could not be played\n`);
  stdout.write(`${held} held, ${broken.length} broken, ${undecided.length} undecided\n`);
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
