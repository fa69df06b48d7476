import { parseArguments, UsageError } from "./arguments.ts";
import { choose } from "./choose.ts";
import { allMutants } from "./mutants.ts";
import { playAll } from "./play-all.ts";
import { row, summary, table } from "./table.ts";
import { taggedIds } from "./tagged-ids.ts";
import type { Judged } from "./verdict.ts";

const badUsage = 64;
const notJudged = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    if (!words.includes("--generated")) return await playListed(words);
    const { playGenerated } = await import("./generated/main.ts");
    return await playGenerated(words.filter((word) => word !== "--generated"));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`mutants: ${error.message}\n`);
    return badUsage;
  }
}

/**
 * Resolves to the exit code: 1 if an outcome differs from the list or no mutant was played, 2 if the mutants cannot be
 * judged, otherwise 0.
 */
async function playListed(words: readonly string[]): Promise<number> {
  const mutants = allMutants();
  const wanted = parseArguments(words, {
    ids: mutants.flatMap(({ ids }) => ids),
    files: mutants.map(({ file }) => file),
    random: Math.random,
  });
  const chosen = choose(mutants, wanted);
  const { seed, workers, json } = wanted;
  const rows = json ? process.stderr : process.stdout;
  rows.write(`seed ${seed}: ${chosen.length} of ${mutants.length} mutants\n`);
  let judged: readonly Judged[];
  try {
    judged = await playAll(chosen, { seed, workers, known: (one) => void rows.write(row(one)) });
  } catch (error) {
    process.stderr.write(`mutants: ${error instanceof Error ? error.message : String(error)}\n`);
    return notJudged;
  }
  const passed = judged.filter(({ isAsListed }) => isAsListed).length;
  const failed = judged.length - passed;
  const lines = summary(judged, { mutants, tagged: taggedIds() });
  process.stdout.write(
    json
      ? `${JSON.stringify({ seed, lists: lines, mutants: judged }, null, 2)}\n`
      : `\n${table(lines)}\nseed ${seed}\n${passed} passed, ${failed} failed\n`,
  );
  return failed === 0 && passed > 0 ? 0 : 1;
}
