import { randomInt } from "node:crypto";
import { type Command, CommanderError } from "commander";
import { largestSeed } from "#harness/campaign/seed-range.ts";
import { Failure } from "#harness/cli/failure.ts";
import { listenForInterruption } from "#harness/cli/interruption.ts";
import { programWith } from "#harness/cli/program.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { usageFailure } from "#harness/cli/usage.ts";
import { diskTrouble } from "#harness/files/disk-full.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";

export type Shell = Readonly<{
  runner: Runner;
  stdout: Output;
  stderr: Output;
  directory: string;
  /** True if the parent process is a launcher (`bin/launch.js`). */
  launched: boolean;
  /** Registers a callback that is called when the parent process ends. Undefined if this process must then continue. */
  whenOrphaned?: ((act: () => void) => void) | undefined;
  steps?: string;
}>;

/** Resolves to the exit code. */
export async function main(args: readonly string[], shell: Shell): Promise<number> {
  using interruption = listenForInterruption({ ...shell, stays: args.includes("--stay") });
  const context = { ...shell, signal: interruption.signal };
  let exitCode = 0;
  // Each command is imported on demand: help and usage errors need none of them.
  const program = programWith({
    stdout: shell.stdout,
    async rehearse(features, raw) {
      const { parseRehearse } = await import("#harness/cli/rehearse-options.ts");
      const options = parseRehearse(features, raw, () => randomInt(largestSeed + 1));
      const { rehearse } = await import("#harness/cli/rehearse.ts");
      exitCode = await rehearse(options, context);
    },
    async judge(history, raw) {
      const { judge } = await import("#harness/cli/judge.ts");
      exitCode = await judge({ history, report: typeof raw.report === "string" ? raw.report : undefined }, context);
    },
    async up(raw) {
      const { parseUp } = await import("#harness/cli/up-options.ts");
      const options = parseUp(raw);
      const { up } = await import("#harness/cli/up.ts");
      exitCode = await up(options, context);
    },
    async simulate(raw) {
      const { parseSimulate } = await import("#harness/cli/simulate-options.ts");
      const options = parseSimulate(raw);
      const { simulate } = await import("#harness/cli/simulate.ts");
      exitCode = await simulate(options, context);
    },
    async replay(capsule, raw) {
      const { parseReplay } = await import("#harness/cli/replay-options.ts");
      const options = parseReplay(capsule, raw);
      const { replay } = await import("#harness/cli/replay.ts");
      exitCode = await replay(options, context);
    },
    async steps(words, raw) {
      const { parseSteps } = await import("#harness/cli/steps-options.ts");
      const options = parseSteps(words, raw);
      const { printSteps } = await import("#harness/cli/steps.ts");
      exitCode = await printSteps(options, context);
    },
    async updateSteps(features) {
      const { updateSteps } = await import("#harness/cli/update-steps.ts");
      updateSteps(features, context);
    },
    async checkConformance(files) {
      const { checkConformance } = await import("#harness/cli/conformance-reports.ts");
      exitCode = checkConformance(files, context);
    },
    async matrix(files, raw) {
      const { writeMatrix } = await import("#harness/cli/conformance-matrix.ts");
      writeMatrix({ files, output: typeof raw.output === "string" ? raw.output : "matrix" }, context);
    },
    async clean(raw) {
      const { parseClean } = await import("#harness/cli/clean-options.ts");
      const options = parseClean(raw);
      const { clean } = await import("#harness/cli/clean.ts");
      exitCode = await clean(options, context);
    },
  });
  try {
    if (args.length === 0)
      throw new Failure(
        "usage",
        "no command; known: rehearse, up, simulate, replay, judge, steps, update-steps, clean, conformance, help (see understudy help)",
      );
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (problem) {
    if (problem instanceof CommanderError && problem.exitCode === 0) return 0;
    return printFailure(
      problem instanceof CommanderError ? usageFailure(problem, commandIn(program, args)) : problem,
      shell.stderr,
    );
  }
}

/** Returns the command or subcommand that the arguments name, or the program. */
function commandIn(program: Command, args: readonly string[]): Command {
  let command = program;
  for (const word of args) command = command.commands.find((one) => one.name() === word) ?? command;
  return command;
}

function printFailure(problem: unknown, stderr: Output): number {
  const failure = problem instanceof Failure ? problem : internalFailure(problem);
  for (const line of maskText(failure.message).split("\n")) stderr.write(`understudy: ${line}\n`);
  if (failure.attachment !== "") stderr.write(`\n${harmless(maskText(failure.attachment))}\n`);
  return failure.exitCode;
}

function internalFailure(problem: unknown): Failure {
  const trouble = diskTrouble(problem);
  if (trouble !== undefined)
    return new Failure("not judged", `not everything can be written: ${trouble}`, { cause: problem });
  const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return new Failure("not judged", `this is a bug in Understudy: ${text}`, { cause: problem });
}
