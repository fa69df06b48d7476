import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "chai";
import { checkoutRoot } from "./suite/checkout-root.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-seeds-"));
after(() => rmSync(folder, { recursive: true }));

const replicated = `@needs-replication
Feature: Replication
  Scenario: A secret arrives
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
`;

async function play(seed: number, name: string, ...features: readonly string[]): Promise<string> {
  const report = join(folder, name);
  const options = ["--stage", "simulated", "--seed", String(seed), "--report", report];
  await promisify(execFile)(process.execPath, ["bin/understudy.js", "rehearse", ...features, ...options], {
    cwd: checkoutRoot,
  });
  return readFileSync(join(report, "trace.ndjson"), "utf8");
}

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
    seven = await play(7, "seven", "features/failover", "features/replication");
  });

  test("two processes with the same seed write identical traces", async () => {
    const again = await play(7, "seven-again", "features/failover", "features/replication");
    expect(received(seven)).to.not.deep.equal([]);
    // Compared as one value: a diff of traces is too long to read.
    expect(again === seven, firstDifference(seven, again)).to.equal(true);
  });

  test("a scenario in another file and on another line writes the same trace", async () => {
    const [one, other] = [join(folder, "one.feature"), join(folder, "other.feature")];
    writeFileSync(one, replicated);
    writeFileSync(other, `# A remark.\n${replicated}`);
    const first = withoutPlace(await play(7, "first", one));
    const second = withoutPlace(await play(7, "second", other));
    expect(received(first)).to.not.deep.equal([]);
    expect(second === first, firstDifference(first, second)).to.equal(true);
  });

  test("with another seed messages arrive in another order", async () => {
    const [nine, eight] = [await play(9, "nine", "features/failover"), await play(8, "eight", "features/failover")];
    expect(received(eight)).to.not.deep.equal(received(nine));
  });
});

function withoutPlace(trace: string): string {
  return trace.slice(trace.indexOf("\n") + 1);
}

function firstDifference(one: string, other: string): string {
  const others = other.split("\n");
  const lines = one.split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `line ${at + 1}:\n  ${lines[at]}\n  ${others[at]}`;
}
