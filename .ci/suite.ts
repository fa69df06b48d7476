// The test suite: `node .ci/suite.ts [PART…]`. Without arguments it plays the parts that need only this project and are
// not part of `npm start`.
import { type Count, closingLine, judge, total } from "./suite/count.ts";
import { type Part, parts } from "./suite/parts.ts";

const usual = ["unit", "simulated", "live-embedded"];
const badUsage = 64;

const words = process.argv.slice(2);
const unknown = words.filter((word) => !(word in parts));
if (unknown.length > 0) {
  process.stderr.write(`suite: no part ${unknown.join(", ")}; known: ${Object.keys(parts).join(", ")}\n`);
  process.exitCode = badUsage;
} else {
  const { failed } = await play((words.length > 0 ? words : usual).flatMap((name) => parts[name] ?? []));
  process.exitCode = failed > 0 ? 1 : 0;
}

async function play(wanted: readonly Part[]): Promise<Count> {
  const counts: Count[] = [];
  const lines: string[] = [];
  for (const { title, run } of wanted) {
    process.stdout.write(`\n${title}\n`);
    const { count, trouble } = await run().catch((error: unknown) => judge(undefined, String(error)));
    counts.push(count);
    lines.push(`${title}: ${closingLine(count)}${trouble === undefined ? "" : ` (${trouble})`}`);
  }
  const all = total(counts);
  process.stdout.write(`\n${lines.join("\n")}\n${closingLine(all)}\n`);
  return all;
}
