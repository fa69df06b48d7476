import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { expect } from "chai";
import { capsuleVersion, writeCapsule } from "#harness/campaign/capsule.ts";
import { judgeDigested } from "#harness/campaign/judge-digested.ts";
import { localRunner } from "#harness/cli/local-runner.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { openToOthers } from "#harness/reports/permissions.suite.ts";
import { replay } from "./replay.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-replay-"));
after(() => rmSync(directory, { recursive: true }));

function around(stdout: PassThrough) {
  return { stdout, directory, runner: localRunner, signal: new AbortController().signal };
}

const schedule = {
  seed: 4,
  clusters: ["Oslo"],
  primary: "Oslo",
  secondaries: [],
  services: { database: false, cloud: false },
  healAt: 1_000,
  actions: [],
};

test("a capsule goes as it went, and leaves a history that can be read", async () => {
  const { digest, events } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: packageVersion(), schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  const code = await replay({ capsule: "capsule.json", until: undefined, report: "report" }, around(stdout));
  // The same history, in which the rule held: the capsule says what is not so.
  expect(code).to.equal(2);
  const said = (await stdout.end().toArray()).join("");
  expect(said).to.contain("held: a rule that holds\n").and.not.contain("is not the one");
  const told: string[] = [];
  await readHistory(join(directory, "report", "history.ndjson"), {
    begin: ({ play }) => void told.push(play),
    take: ({ type }) => void told.push(type),
  });
  expect(told[0]).to.equal("seed 4");
  expect(told).to.have.length(events + 1);
  expect(readFileSync(join(directory, "report", "index.html"), "utf8"))
    .to.include("seed 4")
    .and.include("<svg");
});

test("it stops at an event, and a capsule of another commit says what may differ", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const capsule = { capsule: capsuleVersion, release: packageVersion(), commit, schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  expect(openToOthers(join(directory, "report"))).to.deep.equal([]);
  await replay({ capsule: "capsule.json", until: 3, report: "short" }, around(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain(`the capsule is of commit ${commit}, this is `);
  const lines = readFileSync(join(directory, "short", "history.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines).to.have.length(4);
});

test("on a full disk what came of it is told, one line says why there is no whole report, exit code 2", {
  skip: !existsSync("/dev/full"),
}, async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: packageVersion(), schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  for (const name of ["history.ndjson", "index.html"]) {
    const report = `full-${name}`;
    mkdirSync(join(directory, report));
    symlinkSync("/dev/full", join(directory, report, name));
    const stdout = new PassThrough();
    expect(await replay({ capsule: "capsule.json", until: undefined, report }, around(stdout))).to.equal(2);
    const said = (await stdout.end().toArray()).join("");
    expect(said.match(/is not whole: no space is left on the device\n/g), name).to.have.lengthOf(1);
    expect(said).to.contain("held: a rule that holds\n");
  }
});

test("a capsule of another release is played, and says so", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: "0.0.1", schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  await replay({ capsule: "capsule.json", until: undefined, report: "old" }, around(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain("the capsule is of release 0.0.1, this is ");
});

test("a scenario that is written of a run that holds is played, and it is said that it passes", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: packageVersion(), schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  const scenario = "run.feature";
  await replay({ capsule: "capsule.json", until: undefined, report: "told", scenario }, around(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain(
    "scenario: run.feature\nthe scenario does not break the rule, as the run does not: it passes (seeds 4 to 6)\n",
  );
  expect(readFileSync(join(directory, scenario), "utf8")).to.contain("Given Oslo is enabled as a primary");
});
