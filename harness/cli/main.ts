import { randomInt } from "node:crypto";
import { CommanderError } from "commander";
import { largestSeed } from "#harness/campaign/seed-range.ts";
import { Failure } from "#harness/cli/failure.ts";
import { listenForInterruption } from "#harness/cli/interruption.ts";
import { programWith } from "#harness/cli/program.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { usageFailure } from "#harness/cli/usage.ts";
import { diskTrouble } from "#harness/reports/disk-full.ts";
import { maskText } from "#harness/reports/mask-text.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

/** Where the command line runs. */
export type Shell = Readonly<{
  runner: Runner;
  stdout: Output;
  stderr: Output;
  directory: string;
  /** Whether a launcher stands between the terminal and this process. */
  launched: boolean;
  /** Calls back when the parent process has ended; left out for what goes on then. */
  whenOrphaned?: ((act: () => void) => void) | undefined;
  /** Folder with the steps; the package's own by default. */
  steps?: string;
}>;

/** Runs one command line, without the names of Node and the program. Resolves to the exit code; never rejects. */
export async function main(words: readonly string[], shell: Shell): Promise<number> {
  using interruption = listenForInterruption({ ...shell, stays: words.includes("--stay") });
  const around = { ...shell, signal: interruption.signal };
  let exitCode = 0;
  // Each command is loaded when it is wanted: help and mistakes need none, and none needs what another is made of.
  const program = programWith({
    stdout: shell.stdout,
    async rehearse(features, raw) {
      const { parseRehearse } = await import("#harness/cli/rehearse-options.ts");
      const options = parseRehearse(features, raw, () => randomInt(largestSeed + 1));
      const { rehearse } = await import("#harness/cli/rehearse.ts");
      exitCode = await rehearse(options, around);
    },
    async judge(history, raw) {
      const { judge } = await import("#harness/cli/judge.ts");
      exitCode = await judge({ history, report: typeof raw.report === "string" ? raw.report : undefined }, around);
    },
    async up(raw) {
      const { parseUp } = await import("#harness/cli/up-options.ts");
      const options = parseUp(raw);
      const { up } = await import("#harness/cli/up.ts");
      exitCode = await up(options, around);
    },
    async simulate(raw) {
      const { parseSimulate } = await import("#harness/cli/simulate-options.ts");
      const options = parseSimulate(raw);
      const { simulate } = await import("#harness/cli/simulate.ts");
      exitCode = await simulate(options, around);
    },
    async replay(capsule, raw) {
      const { parseReplay } = await import("#harness/cli/replay-options.ts");
      const options = parseReplay(capsule, raw);
      const { replay } = await import("#harness/cli/replay.ts");
      exitCode = await replay(options, around);
    },
  });
  try {
    if (words.length === 0)
      throw new Failure(
        "usage",
        "no command; known: rehearse, up, simulate, replay, judge, help (understudy help tells more)",
      );
    await program.parseAsync(words, { from: "user" });
    return exitCode;
  } catch (problem) {
    if (problem instanceof CommanderError && problem.exitCode === 0) return 0;
    const command = program.commands.find((one) => one.name() === words.find((word) => !word.startsWith("-")));
    return complain(
      problem instanceof CommanderError ? usageFailure(problem, command ?? program) : problem,
      shell.stderr,
    );
  }
}

function complain(problem: unknown, stderr: Output): number {
  const failure = problem instanceof Failure ? problem : crashed(problem);
  for (const line of maskText(failure.message).split("\n")) stderr.write(`understudy: ${line}\n`);
  return failure.exitCode;
}

/** A programmer's error is told with its stack: it is a bug to report. */
function crashed(problem: unknown): Failure {
  const trouble = diskTrouble(problem);
  if (trouble !== undefined) return new Failure("not judged", `not all can be written: ${trouble}`, { cause: problem });
  const told = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return new Failure("not judged", `this is a mistake in Understudy: ${told}`, { cause: problem });
}
