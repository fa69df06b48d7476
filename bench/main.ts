import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Benchmark } from "./benchmark.ts";
import { memory } from "./memory.ts";
import { npmStart } from "./npm-start.ts";
import { requests } from "./requests.ts";
import { scenarios } from "./scenarios.ts";
import { startUp } from "./start-up.ts";
import { table } from "./table.ts";
import { type Judged, judge } from "./verdict.ts";
import { writeLog } from "./write-log.ts";

const benchmarks: readonly Benchmark[] = [startUp, requests, writeLog, scenarios, memory, npmStart];

/** Of BSD's sysexits: EX_USAGE. */
const badUsage = 64;

process.exitCode = await main(process.argv.slice(2));

/** `npm run bench -- [NAME…] [--json]`. A goal that is missed is no failure: the exit code tells whether all could be measured. */
async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { json: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const stranger = positionals.find((name) => !benchmarks.some((one) => one.name === name));
  if (stranger !== undefined) {
    tell(`no benchmark is named ${stranger}; known: ${benchmarks.map(({ name }) => name).join(", ")}`);
    return badUsage;
  }
  const wanted = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const loadBefore = loadavg();
  const figures: Judged[] = [];
  let failed = 0;
  for (const { name, run } of wanted) {
    try {
      for (const figure of await run((line) => tell(`${name}: ${line}`))) figures.push(judge(name, figure));
    } catch (error) {
      failed += 1;
      tell(`${name} could not run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const machine = {
    node: process.version,
    processor: cpus()[0]?.model ?? "",
    processors: availableParallelism(),
    loadBefore,
    loadAfter: loadavg(),
  };
  process.stdout.write(values.json ? `${JSON.stringify({ machine, figures }, null, 2)}\n` : table(figures));
  return failed === 0 ? 0 : 1;
}

/** What goes on is told on standard error: standard output is for the figures. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
