import { availableParallelism, cpus, loadavg } from "node:os";
import { type Arguments, parseArguments, UsageError } from "./arguments.ts";
import type { Benchmark } from "./benchmark.ts";
import { campaign } from "./campaign.ts";
import { cloudLogins } from "./cloud-logins.ts";
import { credentials } from "./credentials.ts";
import { durable } from "./durable.ts";
import { endingChildren } from "./ending-children.ts";
import { endingLeases } from "./ending-leases.ts";
import { failover } from "./failover.ts";
import { fullCopy } from "./full-copy.ts";
import { histories } from "./histories.ts";
import { issueAndRevoke } from "./issue-and-revoke.ts";
import { lag } from "./lag.ts";
import { leases } from "./leases.ts";
import { measure } from "./measure.ts";
import { memory } from "./memory.ts";
import { merkleSync } from "./merkle-sync.ts";
import { npmStart } from "./npm-start.ts";
import { listOf, outlook } from "./outlook.ts";
import { productCredentials } from "./product-credentials.ts";
import { remote } from "./remote.ts";
import { requests } from "./requests.ts";
import { scenarios } from "./scenarios.ts";
import { stalled } from "./stalled.ts";
import { startUp } from "./start-up.ts";
import { staticRoles } from "./static-roles.ts";
import { tableHead, tableRow } from "./table.ts";
import { tidy } from "./tidy.ts";
import { treeCost } from "./tree-cost.ts";
import { writeLog } from "./write-log.ts";

const benchmarks: readonly Benchmark[] = [
  startUp,
  requests,
  credentials,
  productCredentials,
  writeLog,
  lag,
  failover,
  fullCopy,
  stalled,
  merkleSync,
  treeCost,
  cloudLogins,
  tidy,
  issueAndRevoke,
  staticRoles,
  endingLeases,
  endingChildren,
  durable,
  scenarios,
  remote,
  memory,
  leases,
  histories,
  campaign,
  npmStart,
];

const badUsage = 64;

process.exitCode = await main(process.argv.slice(2));

/** The exit code is 0 if all benchmarks could be measured, even if their goals were not met. */
async function main(words: readonly string[]): Promise<number> {
  let wanted: Arguments;
  try {
    wanted = parseArguments(
      words,
      benchmarks.map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return badUsage;
  }
  const chosen = benchmarks.filter(({ name }) => wanted.names.includes(name));
  if (wanted.list) {
    process.stdout.write(listOf(chosen));
    return 0;
  }
  const loadBefore = loadavg();
  print(outlook(chosen));
  if (!wanted.json) process.stdout.write(tableHead());
  const { figures, failed } = await measure(chosen, {
    print,
    known: (figure) => void (wanted.json ? process.stderr : process.stdout).write(tableRow(figure)),
  });
  const processors = availableParallelism();
  const machine = { node: process.version, processor: cpus()[0]?.model ?? "", processors, loadBefore };
  process.stdout.write(
    wanted.json
      ? `${JSON.stringify({ machine, failed, figures }, null, 2)}\n`
      : // The load of the machine decides how reliable the figures are.
        `\nload before: ${loadBefore.map((load) => load.toFixed(1)).join(", ")} (1, 5, 15 minutes) on ${processors} processors, Node ${process.version}\n`,
  );
  return failed.length === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
