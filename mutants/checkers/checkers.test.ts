import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import { v8Options } from "#bin/v8-options.js";
import { readCapsule } from "#harness/campaign/capsule.ts";
import type { Judgement } from "#harness/checkers/checker.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import { changeVariable } from "../change.ts";
import { knownBugs } from "../known-bugs/known-bugs.ts";
import { parseMutants } from "../mutant.ts";

const list = new URL("mutants.txt", import.meta.url);
const main = new URL("main.ts", import.meta.url).pathname;
const hook = new URL("../mutate-on-load.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "understudy-checkers-"));
after(() => rmSync(folder, { recursive: true }));

/** A mutant may go round in circles; this ends it, in milliseconds. */
const patienceMilliseconds = 120_000;

/** What checkers do not find in order on tours, by their names, in a process of its own. */
async function play(
  tours: readonly string[],
  change?: object,
): Promise<Readonly<Record<string, readonly Judgement[]>>> {
  const words = [...v8Options, ...(change ? ["--import", hook] : []), main, ...tours];
  const env = { ...process.env, ...(change ? { [changeVariable]: JSON.stringify(change) } : {}) };
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, timeout: patienceMilliseconds });
  return JSON.parse(stdout);
}

const mutants = parseMutants(readFileSync(list, "utf8"), "mutants.txt").map(
  ({ ids: [rule = "", tour = ""], ...rest }) => ({
    ...rest,
    rule: rule.replace("INV-", ""),
    tour: tour.replace("TOUR-", "").toLowerCase(),
  }),
);

suite("on the service as it is every checker holds", () => {
  const tours = [...new Set(mutants.map((one) => one.tour))];
  let found: Awaited<ReturnType<typeof play>>;
  before(async () => {
    found = await play(tours);
  });
  for (const tour of tours) {
    test(tour, () => {
      expect(found[tour]?.filter(({ verdict }) => verdict === "broken")).to.deep.equal([]);
    });
  }
});

/** The names of all checkers that a mutant has tripped. */
const tripped = new Set<string>();

suite("each checker catches its mutant", { concurrency: availableParallelism() }, () => {
  for (const [index, { rule, tour, file, find, replace, why }] of mutants.entries()) {
    test(`${rule}: ${why}`, async () => {
      const marker = join(folder, `${index}`);
      const { [tour]: found = [] } = await play([tour], { file, find, replace, marker });
      expect(existsSync(marker), `${file} was loaded`).to.equal(true);
      const broken = found.filter(({ verdict, invariants }) => verdict === "broken" && invariants.includes(rule));
      expect(broken, `of ${JSON.stringify(found)}`).to.have.length.above(0);
      for (const { checker } of broken) tripped.add(checker);
    });
  }
});

test("no checker is without a mutant that trips it, here or as a known bug with a capsule", () => {
  const capsules = knownBugs().filter(({ missing }) => missing === undefined);
  const known = capsules.map(({ capsule }) => readCapsule(readFileSync(capsule, "utf8")).broken.checker);
  const proven = new Set([...tripped, ...known]);
  expect(checkers.map(({ name }) => name).filter((name) => !proven.has(name))).to.deep.equal([]);
});
