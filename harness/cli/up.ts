import { describeAsJson, describeForPeople } from "#harness/cli/describe-raised.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { lockReports } from "#harness/cli/report-lock.ts";
import { started } from "#harness/cli/started.ts";
import type { Theatre } from "#harness/cli/theatre.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";

type Surroundings = Readonly<{
  theatre: Pick<Theatre, "raise">;
  stdout: Output;
  signal: AbortSignal;
  /** Relative names of the report are relative to it. */
  directory: string;
}>;

/** Raises clusters, says how to reach them, and keeps them until it is interrupted. Resolves to the exit code: this is how it is meant to end, so 0. */
export async function up(options: UpOptions, around: Surroundings): Promise<number> {
  const { stdout } = around;
  const closing = options.control === undefined ? await stand(options, around) : await standControlled(options, around);
  for (const line of closing) stdout.write(`${harmless(line)}\n`);
  return 0;
}

async function standControlled(options: UpOptions, around: Surroundings): Promise<readonly string[]> {
  const report = reportFolder(options.report ?? "report", around.directory);
  using _ = lockReports(report);
  return await stand({ ...options, report }, around);
}

/** Resolves when all is put away again, to what is to be said then. */
async function stand(options: UpOptions, { theatre, stdout, signal }: Surroundings): Promise<readonly string[]> {
  const stage = await started("the clusters", () => theatre.raise(options));
  {
    await using _ = stage;
    stdout.write(
      options.json
        ? `${describeAsJson(stage.state)}\n`
        : describeForPeople(stage.state, { isKept: options.store !== "memory" }),
    );
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }
  return stage.closing?.() ?? [];
}
