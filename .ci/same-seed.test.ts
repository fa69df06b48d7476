import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import { house } from "./suite/house.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-seeds-"));
after(() => rmSync(folder, { recursive: true }));

/** Plays the failovers in a process of their own. Resolves to the trace that the report holds. */
async function play(seed: number, name: string): Promise<string> {
  const report = join(folder, name);
  const options = ["--stage", "simulated", "--seed", String(seed), "--report", report];
  await promisify(execFile)(process.execPath, ["bin/understudy.js", "rehearse", "features/failover", ...options], {
    cwd: house,
  });
  return readFileSync(join(report, "trace.ndjson"), "utf8");
}

/** Which messages of a trace arrived, in their order: who sent them, to whom, of what kind. */
function received(trace: string): readonly string[] {
  const events = trace
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return events.filter(({ event }) => event === "delivered").map(({ from, to, kind }) => `${from} -> ${to}: ${kind}`);
}

suite("same seed, same run", () => {
  let seven = "";
  before(async () => {
    seven = await play(7, "seven");
  });

  test("two processes with one seed write the same trace, byte for byte", async () => {
    const again = await play(7, "seven-again");
    expect(received(seven)).to.not.deep.equal([]);
    // Compared as one value: a diff of traces is too long to read.
    expect(again === seven, firstDifference(seven, again)).to.equal(true);
  });

  test("another seed lets messages arrive in another order", async () => {
    expect(received(await play(8, "eight"))).to.not.deep.equal(received(seven));
  });
});

function firstDifference(one: string, other: string): string {
  const others = other.split("\n");
  const lines = one.split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `line ${at + 1}:\n  ${lines[at]}\n  ${others[at]}`;
}
