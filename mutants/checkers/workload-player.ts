// Child process of player-process.ts. Plays workloads and reports the judgements that are not "held" as JSON by
// workload.
import type { Judgement } from "#harness/checkers/checker.ts";
import type { Ended, Task } from "../player-process.ts";
import { reloadedService } from "../reloaded-service.ts";
import { judged } from "./workload.ts";
import { workloads } from "./workloads.ts";

const service = reloadedService();

process.on("message", ({ words, change }: Task) => {
  service.reload(change);
  play(words).then(
    (found) => end({ ending: 0, errors: "", isLoaded: service.isLoaded(), result: JSON.stringify(found) }),
    (error: Error) => end({ ending: 1, errors: String(error.stack), isLoaded: service.isLoaded() }),
  );
});

async function play(names: readonly string[]): Promise<Readonly<Record<string, readonly Judgement[]>>> {
  const found: Record<string, readonly Judgement[]> = {};
  for (const name of names) {
    if (!(name in workloads))
      throw new Error(`there is no workload ${name}; known: ${Object.keys(workloads).join(", ")}`);
    const judgements = await judged(workloads[name as keyof typeof workloads]);
    found[name] = judgements.filter(({ verdict }) => verdict !== "held");
  }
  return found;
}

function end(ended: Ended): void {
  process.send?.(ended);
}
