import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, describe, test } from "node:test";
import { expect } from "chai";
import { parseSimulate } from "#harness/cli/simulate-options.ts";
import { simulate } from "./simulate.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-simulate-"));
after(() => rmSync(directory, { recursive: true }));

async function run(words: Readonly<Record<string, string | boolean>>, signal = new AbortController().signal) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await simulate(parseSimulate(words), { stdout, stderr, directory, signal });
  return { code, output: String(stdout.read() ?? ""), trouble: String(stderr.read() ?? "") };
}

describe("understudy simulate", () => {
  test("prints the result of a campaign as one line of JSON", async () => {
    const { code, output, trouble } = await run({ seeds: "1..3", profile: "calm", json: true, workers: "2" });
    expect(trouble).to.equal("");
    expect(output.trimEnd().split("\n")).to.have.length(1);
    const line = JSON.parse(output);
    expect(line).to.include({ seeds: 3, held: 3 });
    expect(line.broken).to.deep.equal([]);
    expect(line.undecided).to.deep.equal([]);
    expect(line.seeds_per_second).to.be.above(0);
    expect(line.sometimes).to.include.keys("promoted by force", "crash of a primary");
    expect(code).to.equal(0);
  });

  test("prints the results so far when interrupted", async () => {
    const { code, output } = await run({ seeds: "1..1000", profile: "calm", json: true }, AbortSignal.abort());
    expect(JSON.parse(output)).to.include({ seeds: 0, held: 0 });
    expect(code).to.equal(130);
  });

  test("refuses an unusable report folder in one line before anything runs", async () => {
    mkdirSync(join(directory, "taken"));
    writeFileSync(join(directory, "taken", "capsules"), "");
    const failure = await run({ seeds: "1", report: "taken" }).catch((error: unknown) => error);
    expect(failure)
      .to.have.property("message")
      .that.matches(/^capsules cannot be written to \S+: it is a file$/);
  });

  for (const [words, message] of [
    [{ seeds: "9..3" }, '--seeds must be a seed such as 7, or a range such as 1..500, not "9..3"'],
    [
      { profile: "stormy" },
      '--profile must be usual or calm or failovers or handovers or rivals or returns or copies or stranded or rush or intruders or large or clocks or small or nemesis or departures or endings or databases, not "stormy"',
    ],
    [{ minutes: "0" }, '--minutes must be a whole number from 1 to 1440, not "0"'],
    [{ workers: "x" }, '--workers must be a whole number from 1 to 64, not "x"'],
  ] as const) {
    test(`a usage error names the option and its valid values: ${JSON.stringify(words)}`, () => {
      expect(() => parseSimulate(words)).to.throw(message);
    });
  }
});
