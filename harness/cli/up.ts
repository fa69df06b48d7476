import { describeAsJson, describeForPeople } from "#harness/cli/describe-raised.ts";
import { Failure } from "#harness/cli/failure.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { lockReports } from "#harness/cli/report-lock.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { started } from "#harness/cli/started.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";

type Surroundings = Readonly<{
  runner: Pick<Runner, "raise">;
  stdout: Output;
  signal: AbortSignal;
  /** Relative names of the report are relative to it. */
  directory: string;
}>;

/** Raises clusters, says how to reach them, and keeps them until it is interrupted. Resolves to the exit code: this is how it is meant to end, so 0. Throws a Failure where the report is not whole. */
export async function up(options: UpOptions, around: Surroundings): Promise<number> {
  const { stdout } = around;
  const closing = options.control === undefined ? await stand(options, around) : await standControlled(options, around);
  for (const line of closing.lines) stdout.write(`${harmless(line)}\n`);
  if (closing.unwritten === undefined) return 0;
  throw new Failure("not judged", `the report in ${closing.report} is not whole: ${closing.unwritten}`);
}

/** What is to be said at the end, and why the report is not whole, where that is so. */
type Closing = Readonly<{ lines: readonly string[]; unwritten: string | undefined; report: string | undefined }>;

async function standControlled(options: UpOptions, around: Surroundings): Promise<Closing> {
  const report = reportFolder(options.report ?? "report", around.directory);
  using _ = lockReports(report);
  return await stand({ ...options, report }, around);
}

/** Resolves when all is put away again, to what is to be said then. */
async function stand(options: UpOptions, { runner, stdout, signal }: Surroundings): Promise<Closing> {
  const stage = await started("the clusters", () => runner.raise(options));
  {
    await using _ = stage;
    stdout.write(
      options.json
        ? `${describeAsJson(stage.state)}\n`
        : describeForPeople(stage.state, { isKept: options.store !== "memory" }),
    );
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }
  return { lines: stage.closing?.() ?? [], unwritten: stage.unwritten?.(), report: options.report };
}
