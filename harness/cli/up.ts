import { describeAsJson, describeForPeople } from "#harness/cli/describe-raised.ts";
import { started } from "#harness/cli/started.ts";
import type { Theatre } from "#harness/cli/theatre.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

type Surroundings = Readonly<{ theatre: Pick<Theatre, "raise">; stdout: Output; signal: AbortSignal }>;

/** Raises clusters, says how to reach them, and keeps them until it is interrupted. Resolves to the exit code: this is how it is meant to end, so 0. */
export async function up(options: UpOptions, { theatre, stdout, signal }: Surroundings): Promise<number> {
  await using stage = await started("the clusters", () => theatre.raise(options));
  stdout.write(
    options.json
      ? `${describeAsJson(stage.state)}\n`
      : describeForPeople(stage.state, { isKept: options.store !== "memory" }),
  );
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return 0;
}
