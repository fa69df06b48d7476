import { describeAsJson, describeForPeople } from "#harness/cli/describe-started.ts";
import { Failure } from "#harness/cli/failure.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { lockReports } from "#harness/cli/report-lock.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { started } from "#harness/cli/started.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";

type UpContext = Readonly<{
  runner: Pick<Runner, "start">;
  stdout: Output;
  signal: AbortSignal;
  directory: string;
}>;

/**
 * Starts clusters and keeps them running until `context.signal` aborts. Throws a Failure if they do not start or the
 * report is incomplete.
 */
export async function up(options: UpOptions, context: UpContext): Promise<number> {
  const { stdout } = context;
  const closing =
    options.control === undefined ? await serve(options, context) : await serveControlled(options, context);
  for (const line of closing.lines) stdout.write(`${harmless(line)}\n`);
  if (closing.unwritten === undefined) return 0;
  throw new Failure("not judged", `the report in ${closing.report} is incomplete: ${closing.unwritten}`);
}

type Closing = Readonly<{ lines: readonly string[]; unwritten: string | undefined; report: string | undefined }>;

async function serveControlled(options: UpOptions, context: UpContext): Promise<Closing> {
  const report = reportFolder(options.report ?? "report", context.directory);
  using _ = lockReports(report);
  return await serve({ ...options, report }, context);
}

async function serve(options: UpOptions, { runner, stdout, signal }: UpContext): Promise<Closing> {
  const stage = await started("the clusters", () => runner.start(options));
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
