import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Envelope } from "@cucumber/messages";
import { expect } from "chai";
import { openToOthers } from "#harness/files/permissions.suite.ts";

const secret = "hvs.CAESIJabcdefghijklmnopqrstuvwxyz";

const cucumber = import.meta.resolve("@cucumber/cucumber");
const from = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
const stepsText = `
import { After, Before, defineParameterType, Given } from ${JSON.stringify(cucumber)};
import { once } from "node:events";
import { exchangesMediaType, judgedMediaType } from ${from("../api/exchange.ts")};
import { maskExchange } from ${from("../masking/mask.ts")};
import { notPlayedMediaType } from ${from("../reports/not-played.ts")};
const secret: string = ${JSON.stringify(secret)};
Before({ tags: "@needs-partition" }, function () {
  this.attach("not played: links cannot be partitioned here", notPlayedMediaType);
  return "skipped";
});
defineParameterType({ name: "cluster", regexp: /Oslo|Lima/, transformer: (name: string) => name });
Given("all is well", function () {});
Given("all is well in {cluster}", function () {});
Given("it is broken", function () {
  const exchange = { number: 1, at: 0, cluster: "Oslo", method: "GET", path: "colours/sky", token: secret, rootToken: "root", status: 403 };
  this.attach(JSON.stringify([maskExchange({ ...exchange, responseBody: { auth: { client_token: secret } } })]), exchangesMediaType);
  this.attach("1", judgedMediaType);
  this.log("logged in with " + secret);
  throw new Error("refused: " + secret);
});
Given("the user presses Ctrl-C", async function () {
  const pressed = once(process, "SIGINT");
  process.stdout.write("now\\n");
  await pressed;
});
Given("one of {int}", function () {});
Given("one of two", function () {});
Given(/^one of \\d$/, function () {});
Given("worker parameters", function () {
  if (this.parameters.seed !== 7) throw new Error("no seed");
});
After(() => {});
`;
const programText = `
import { main } from ${from("main.ts")};
process.exitCode = await main(process.argv.slice(2), {
  directory: process.cwd(), steps: "steps", launched: false, stdout: process.stdout, stderr: process.stderr,
  runner: {
    prepare: async (options: { stage: string; seed?: number }) => ({
      database: "embedded PostgreSQL", cloud: "embedded", worldParameters: { seed: options.seed ?? null },
      async [Symbol.asyncDispose]() { process.stdout.write("put away\\n"); },
    }),
    start: async () => { throw new Error("not here"); },
  },
});
`;

type Ended = Readonly<{ code: number | null; lines: readonly string[]; stderr: string; directory: string }>;

const directories: string[] = [];
after(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

/** Runs a feature in a new process, because cucumber keeps loaded steps as long as a process runs. */
async function play(
  feature: string,
  words: readonly string[],
  onOutput?: (child: ChildProcess, text: string) => void,
): Promise<Ended> {
  const directory = mkdtempSync(join(tmpdir(), "understudy-rehearse-"));
  directories.push(directory);
  mkdirSync(join(directory, "steps"));
  writeFileSync(join(directory, "steps/steps.ts"), stepsText);
  writeFileSync(join(directory, "program.ts"), programText);
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  writeFileSync(join(directory, "f.feature"), `Feature: F\n${feature}`);
  const child = spawn(
    process.execPath,
    ["program.ts", "rehearse", ...(words[0]?.startsWith("f.") ? [] : ["f.feature"]), ...words],
    { cwd: directory },
  );
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    onOutput?.(child, String(chunk));
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, lines: stdout.trimEnd().split("\n"), stderr, directory };
}

function messagesIn(report: string): readonly Envelope[] {
  const lines = readFileSync(join(report, "messages.ndjson"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const mixed = `
  @DB-ROLE-08
  Scenario: well
    Given all is well
  @DB-ROLE-13
  Scenario: broken
    Given it is broken
    And all is well
  @needs-partition @DB-ROLE-14
  Scenario: cut
    Given all is well
  Scenario: empty
`;

describe("a rehearsal with a failing scenario", () => {
  let ended: Ended;
  before(async () => {
    ended = await play(mixed, []);
  });
  const report = (name: string) => readFileSync(join(ended.directory, "report", name), "utf8");

  test("exits with 1 and prints the scenarios, then the counts, and the totals last", () => {
    const { code, lines, stderr } = ended;
    expect(stderr).to.equal("");
    expect(code).to.equal(1);
    expect(
      lines.map((line) => line.replace(/\(\d+\.\d s\)/, "(0.0 s)")).filter((line) => !line.startsWith("        at ")),
    ).to.deep.equal([
      "✔ F › well (0.0 s)",
      "✘ F › broken (0.0 s)",
      "    f.feature:8",
      "    Given it is broken",
      "    Error: refused: •••",
      "    judged: GET colours/sky in Oslo, a token: 403",
      '      answered {"auth":{"client_token":"•••"}}',
      "– F › cut (not played: links cannot be partitioned here)",
      "– F › empty (not played: it has no steps)",
      "",
      "What failed:",
      "✘ F › broken",
      "    f.feature:8 Given it is broken",
      "    GET colours/sky in Oslo, a token: 403",
      "    node bin/understudy.js rehearse f.feature:7",
      "",
      "report: report/index.html",
      "1 not played: links cannot be partitioned here",
      "1 not played: it has no steps",
      "1 passed, 1 failed",
      "put away",
    ]);
  });

  test("writes its reports without secrets and for the owner only", () => {
    expect(readdirSync(join(ended.directory, "report"))).to.have.members([
      "index.html",
      "requirements.json",
      "own-rules.json",
      "junit.xml",
      "messages.ndjson",
    ]);
    for (const name of readdirSync(join(ended.directory, "report"))) {
      expect(report(name), name).to.have.length.greaterThan(100);
      expect(report(name), name).not.to.contain(secret);
    }
    expect(openToOthers(join(ended.directory, "report"))).to.deep.equal([]);
  });

  test("judges requirements", () => {
    const verdicts = JSON.parse(report("requirements.json"));
    expect(Object.keys(verdicts)).to.have.length(478);
    const proofs = (id: string) =>
      verdicts[id].proofs.map((one: { scenario: string; verdict: string }) => [one.scenario, one.verdict]);
    expect(verdicts["DB-ROLE-08"]).to.include({ verdict: "held", reason: null });
    expect(proofs("DB-ROLE-08")).to.deep.equal([["F › well", "held"]]);
    // The scenario fails before any sentence that proves the requirement.
    expect(verdicts["DB-ROLE-13"]).to.include({ verdict: "not judged" });
    expect(proofs("DB-ROLE-13")).to.deep.equal([["F › broken", "not judged"]]);
    expect(verdicts["DB-ROLE-14"]).to.include({ verdict: "not played", reason: "links cannot be partitioned here" });
    expect(verdicts["DB-ROLE-04"]).to.include({ verdict: "not played", reason: "no scenario carries it yet" });
  });

  test("shows the error and the exchanged requests on the page", () => {
    expect(report("index.html"))
      .to.contain("1 of 2 scenarios broke")
      .and.contain("Error: refused: •••")
      .and.contain("colours/sky");
  });

  test("reports the same in JUnit's format and in messages", () => {
    expect(report("junit.xml"))
      .to.contain('<testsuite name="F" tests="4" skipped="2" failures="1" errors="0"')
      .and.contain("GET colours/sky in Oslo, a token: 403")
      .and.contain("Play it again: node bin/understudy.js rehearse f.feature:7<");
    const messages = messagesIn(join(ended.directory, "report"));
    expect(messages.at(-1)).to.have.nested.property("testRunFinished.success", false);
  });
});

test("a simulated rehearsal prints its seed first and last, and passes it to every worker", async () => {
  const scenarios = ["a", "b", "c", "d"].map((name) => `  Scenario: ${name}\n    Given worker parameters\n`).join("");
  const words = ["--stage", "simulated", "--seed", "7", "--workers", "2", "--report", "deep/er"];
  const { code, lines, directory } = await play(scenarios, words);
  expect(lines[0]).to.equal("seed 7");
  expect(lines.slice(-4)).to.deep.equal(["report: deep/er/index.html", "seed 7", "4 passed, 0 failed", "put away"]);
  expect(code).to.equal(0);
  const workers = messagesIn(join(directory, "deep/er")).flatMap(
    ({ testCaseStarted }) => testCaseStarted?.workerId ?? [],
  );
  expect(new Set(workers)).to.have.keys(["0", "1"]);
});

test("Ctrl-C lets the running scenario end, begins no other, writes reports, releases resources and exits with 130", async () => {
  const feature = "  Scenario: first\n    Given the user presses Ctrl-C\n  Scenario: second\n    Given it is broken\n";
  const { code, lines, directory } = await play(feature, [], (child, text) => {
    if (text.includes("now\n")) child.kill("SIGINT");
  });
  expect(lines.slice(-4)).to.deep.equal([
    "report: report/index.html",
    "1 not played: the rehearsal was interrupted",
    "1 passed, 0 failed",
    "put away",
  ]);
  // After an interruption no line is printed for scenarios that have not begun.
  expect(lines.filter((line) => line.includes("F › second"))).to.deep.equal([]);
  expect(code).to.equal(130);
  expect(readFileSync(join(directory, "report/index.html"), "utf8")).to.contain("the rehearsal was interrupted");
});

const one = "  @DB-ROLE-01\n  Scenario: a\n    Given all is well\n";
const unplayable = "  @needs-partition\n  Scenario: a\n    Given all is well\n";

test("a rehearsal that could play no scenario exits with 2", async () => {
  const { code, stderr } = await play(unplayable, []);
  expect([code, stderr]).to.deep.equal([2, "understudy: no scenario was played\n"]);
});

describe("a usage error in the command line or a file exits with 64, names the error, and writes nothing", () => {
  const cases: readonly (readonly [string, string, readonly string[], RegExp])[] = [
    ["no scenario matches", one, ["--tags", "@b"], /^understudy: no scenario in f\.feature matches "@b"\n$/],
    [
      "a tag is mistyped",
      one,
      ["--tags", "@DB-ROL-01"],
      /^understudy: no scenario in f\.feature matches "@DB-ROL-01"\nunderstudy: no scenario has @DB-ROL-01; did you mean @DB-ROLE-01\?\n$/,
    ],
    ["a line has no scenario", one, ["f.feature:99"], /^understudy: there is no scenario in f\.feature:99\n$/],
    [
      "a tag is unknown",
      "  @DB-NO-1\n  Scenario: a\n    Given all is well\n",
      [],
      /^understudy: f\.feature:2: @DB-NO-1 names no requirement\n$/,
    ],
    [
      "a tag of the file is mistyped",
      "  @DB-ROEL-01 @needs-partitionn\n  Scenario: a\n    Given all is well\n",
      [],
      /:2: @DB-ROEL-01 names no requirement; did you mean @DB-ROLE-01\?\n.*:2: @needs-partitionn names no capability; did you mean @needs-partition\?\n$/,
    ],
    [
      "a feature has a syntax error",
      "  Scenario: a\n    Given x\n    Nonsense\n",
      [],
      /^understudy: f\.feature:4: .*Nonsense.*\n$/,
    ],
    [
      "a sentence has no step, and no scenario runs",
      `${one}  Scenario: b\n    Given all is good\n    And something else altogether\n`,
      [],
      /^understudy: f\.feature:6: there is no step "all is good"; did you mean: all is well\nunderstudy: f\.feature:7: there is no step "something else altogether"\n\nTo define the missing steps:\n\nGiven\("all is good", async function \(this: RehearsalWorld\) \{\n(?:.*\n){3}\nGiven\("something else altogether", .*\n(?:.*\n){3}$/,
    ],
    [
      "a sentence is of an earlier release",
      `${one}  Scenario: b\n    Given Oslo is killed and started again\n    And Bob may no longer read "a" in Oslo\n`,
      [],
      /^understudy: f\.feature:6: there is no step "Oslo is killed and started again", which an earlier release had; understudy update-steps replaces it by: Oslo is killed and restarted\nunderstudy: f\.feature:7: .* replaces it by: soon Bob cannot read "a" in Oslo\n$/,
    ],
    [
      "a cluster is unknown, and no scenario runs",
      `${one}  Scenario: b\n    Given all is well in Paris\n    And all is well in Olso\n`,
      [],
      /^understudy: f\.feature:6: there is no cluster "Paris": the topology has Oslo, Lima\nunderstudy: f\.feature:7: there is no cluster "Olso": the topology has Oslo, Lima; did you mean Oslo\?\n$/,
    ],
    [
      "rows of an outline have unknown clusters, and a sentence is too long to be compared",
      `  Scenario Outline: a\n    Given all is well in <city>\n    And ${"all ".repeat(300)}\n    Examples:\n      | city |\n      | Paris |\n      | Rome |\n`,
      [],
      /^understudy: f\.feature:3: there is no cluster "Paris": .*\nunderstudy: f\.feature:4: there is no step "(?:all ){50}"…; a sentence is compared with the steps if it has at most 1000 characters, not 1199\nunderstudy: f\.feature:3: there is no cluster "Rome": .*\n$/,
    ],
    [
      "more steps are missing than definitions are printed",
      `  Scenario: a\n${"abcdefghijk".replaceAll(/./g, "    Given $&\n")}`,
      [],
      /\n\nTo define the first 10 of 11 missing steps:\n(?:\nGiven\(.*\n(?:.*\n){3}){10}$/,
    ],
    [
      "the report is a file",
      one,
      ["--report", "program.ts"],
      /^understudy: --report must name a folder; program\.ts is a file\n$/,
    ],
  ];
  for (const [name, feature, words, expected] of cases) {
    test(name, async () => {
      const { code, stderr, directory } = await play(feature, words);
      expect(stderr).to.match(expected);
      expect(code).to.equal(64);
      expect(readdirSync(directory)).not.to.include("report");
    });
  }
});

test("a dry run checks sentences, and plays and writes nothing", async () => {
  const scenarios = "  Scenario: B\n    Given it is broken\n  Scenario: C\n    Given it is broken\n";
  const { code, lines, stderr, directory } = await play(scenarios, ["--dry-run"]);
  expect({ code, lines, stderr }).to.deep.equal({
    code: 0,
    lines: ["2 scenarios checked: all sentences are known"],
    stderr: "",
  });
  expect(readdirSync(directory)).not.to.include("report");
  const unknown = await play(`${scenarios}  Scenario: D\n    Given it is broke\n`, ["--dry-run"]);
  expect({ code: unknown.code, lines: unknown.lines }).to.deep.equal({ code: 64, lines: [""] });
  expect(unknown.stderr).to.contain("f.feature:7: ").and.to.contain("it is broken");
  const ambiguous = await play(`${scenarios}  Scenario: E\n    Given one of 2\n    And one of two\n`, ["--dry-run"]);
  expect(ambiguous.code).to.equal(64);
  expect(ambiguous.stderr).to.contain('f.feature:7: several steps match "one of 2": one of {int}; ^one of \\d$');
  expect(ambiguous.stderr).not.to.contain("f.feature:8");
});

test("--profile and --smoke select scenarios, together with --tags, and the report shows the selection", async () => {
  const scenarios = `
  @DB-ROLE-08 @smoke
  Scenario: database
    Given all is well
  @CORE-LIST-01 @DB-ROLE-13
  Scenario: both
    Given all is well
  @REPL-DATA-01 @smoke
  Scenario: replication
    Given all is well
  @OWN-SEAL-01 @smoke
  Scenario: own
    Given all is well
`;
  const played = async (...words: string[]) => {
    const { code, lines, directory, stderr } = await play(scenarios, words);
    expect(code, stderr).to.equal(0);
    const names = lines.flatMap((line) => /^✔ F › (\w+)/.exec(line)?.[1] ?? []);
    return { names, page: readFileSync(join(directory, "report/index.html"), "utf8") };
  };
  expect((await played("--profile", "database")).names).to.deep.equal(["database", "both"]);
  expect((await played("--profile", "core,replication")).names).to.deep.equal(["both", "replication"]);
  const repeated = await played(
    "--profile",
    "core",
    "--profile",
    "replication",
    "--smoke",
    "--tags",
    "not @DB-ROLE-08",
  );
  expect(repeated.names).to.deep.equal(["replication"]);
  expect(repeated.page).to.contain("<code>f.feature not @DB-ROLE-08 --profile core,replication --smoke</code>");
  expect((await played("--smoke")).names).to.deep.equal(["database", "replication", "own"]);
  const none = await play(scenarios, ["--profile", "cloud-iam", "--smoke"]);
  expect(none).to.deep.include({
    code: 64,
    stderr: "understudy: no scenario in f.feature matches --profile cloud-iam and --smoke\n",
  });
});

test("a mistyped tag beside a matching one is noted after the seed", async () => {
  const { code, lines } = await play(one, ["--tags", "@DB-ROLE-01 or @DB-ROLE-O1"]);
  const note = "note: no scenario has @DB-ROLE-O1; did you mean @DB-ROLE-01?";
  expect([code, lines[0]]).to.deep.equal([0, note]);
  const simulated = await play(one, ["--tags", "@DB-ROLE-01 or @DB-ROLE-O1", "--stage", "simulated", "--seed", "7"]);
  expect(simulated.lines.slice(0, 2)).to.deep.equal(["seed 7", note]);
});
