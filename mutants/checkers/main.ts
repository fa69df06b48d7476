// Plays the tours that are named, and says in JSON, by tour, what the checkers did not find held. Run with `--import ../mutate-on-load.ts` on a mutant.
import type { Judgement } from "#harness/checkers/checker.ts";
import { judged } from "./tour.ts";
import { tours } from "./tours.ts";

const found: Record<string, readonly Judgement[]> = {};
for (const name of process.argv.slice(2)) {
  if (!(name in tours)) throw new Error(`there is no tour ${name}; known: ${Object.keys(tours).join(", ")}`);
  const judgements = await judged(tours[name as keyof typeof tours]);
  found[name] = judgements.filter(({ verdict }) => verdict !== "held");
}
process.stdout.write(`${JSON.stringify(found)}\n`);
