// Plays the tours that are named, and says in JSON what the checkers found broken. Run with `--import ../mutate-on-load.ts` on a mutant.
import { judged } from "./tour.ts";
import { tours } from "./tours.ts";

const found = [];
for (const name of process.argv.slice(2)) {
  if (!(name in tours)) throw new Error(`there is no tour ${name}; known: ${Object.keys(tours).join(", ")}`);
  const judgements = await judged(tours[name as keyof typeof tours]);
  found.push(...judgements.filter(({ verdict }) => verdict !== "held"));
}
process.stdout.write(`${JSON.stringify(found)}\n`);
