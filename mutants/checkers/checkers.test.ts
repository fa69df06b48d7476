import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { readCapsule } from "#harness/campaign/capsule.ts";
import type { Judgement } from "#harness/checkers/checker.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import type { TextChange } from "../change.ts";
import { knownBugs } from "../known-bugs/known-bugs.ts";
import { parseMutants } from "../mutant.ts";
import { PlayerProcess } from "../player-process.ts";

const list = new URL("mutants.txt", import.meta.url);
const program = new URL("workload-player.ts", import.meta.url);
/** Idle processes, for reuse: most of the time of a workload is spent on loading the service. */
const idle: PlayerProcess[] = [];
after(async () => {
  for (const player of idle) await player[Symbol.asyncDispose]();
});

const timeout = 120_000;

async function play(
  workloads: readonly string[],
  change?: TextChange,
): Promise<Readonly<Record<string, readonly Judgement[]>>> {
  const player = idle.pop() ?? new PlayerProcess({ timeout, program });
  try {
    const { ending, errors, isLoaded, result = "" } = await player.run({ words: workloads, change });
    expect([ending, errors]).to.deep.equal([0, ""]);
    expect(isLoaded, `${change?.file} was loaded`).to.equal(change !== undefined);
    return JSON.parse(result);
  } finally {
    idle.push(player);
  }
}

const mutants = parseMutants(readFileSync(list, "utf8"), "mutants.txt").map(
  ({ ids: [rule = "", workload = ""], ...rest }) => ({
    ...rest,
    rule: rule.replace("INV-", ""),
    workload: workload.replace("TOUR-", "").toLowerCase(),
  }),
);

suite("every checker holds on the unchanged service", () => {
  const workloads = [...new Set(mutants.map((one) => one.workload))];
  let found: Awaited<ReturnType<typeof play>>;
  before(async () => {
    found = await play(workloads);
  });
  for (const workload of workloads) {
    test(workload, () => {
      expect(found[workload]?.filter(({ verdict }) => verdict === "broken")).to.deep.equal([]);
    });
  }
});

const violated = new Set<string>();

suite("each checker catches its mutant", { concurrency: availableParallelism() }, () => {
  for (const { rule, workload, file, find, replace, why } of mutants) {
    test(`${rule}: ${why}`, async () => {
      const { [workload]: found = [] } = await play([workload], { file, find, replace });
      const broken = found.filter(({ verdict, invariants }) => verdict === "broken" && invariants.includes(rule));
      expect(broken, `of ${JSON.stringify(found)}`).to.have.length.above(0);
      for (const { checker } of broken) violated.add(checker);
    });
  }
});

test("every checker is violated by a mutant, here or as a known bug with a capsule", () => {
  const capsules = knownBugs().filter(({ missing }) => missing === undefined);
  const known = capsules.map(({ capsule }) => readCapsule(readFileSync(capsule, "utf8")).broken.checker);
  const proven = new Set([...violated, ...known]);
  expect(checkers.map(({ name }) => name).filter((name) => !proven.has(name))).to.deep.equal([]);
});
