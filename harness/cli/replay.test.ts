import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { expect } from "chai";
import { capsuleVersion, writeCapsule } from "#harness/campaign/capsule.ts";
import { judgeDigested } from "#harness/campaign/judge-digested.ts";
import { localRunner } from "#harness/cli/local-runner.ts";
import { openToOthers } from "#harness/files/permissions.suite.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import { replay } from "./replay.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-replay-"));
after(() => rmSync(directory, { recursive: true }));

function context(stdout: PassThrough) {
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

test("a capsule runs again as before and leaves a readable history", async () => {
  const { digest, events } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: packageVersion(), schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  const code = await replay({ capsule: "capsule.json", until: undefined, report: "report" }, context(stdout));
  // The history is the same and the rule held, so the capsule contains a wrong verdict.
  expect(code).to.equal(2);
  const said = (await stdout.end().toArray()).join("");
  expect(said).to.contain("held: a rule that holds\n").and.not.contain("differs from the one");
  const entries: string[] = [];
  await readHistory(join(directory, "report", "history.ndjson"), {
    begin: ({ play }) => void entries.push(play),
    take: ({ type }) => void entries.push(type),
  });
  expect(entries[0]).to.equal("seed 4");
  expect(entries).to.have.length(events + 1);
  expect(readFileSync(join(directory, "report", "index.html"), "utf8"))
    .to.include("seed 4")
    .and.include("<svg");
});

test("the history ends at the given event, and a capsule of another commit is noted", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const capsule = { capsule: capsuleVersion, release: packageVersion(), commit, schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  expect(openToOthers(join(directory, "report"))).to.deep.equal([]);
  await replay({ capsule: "capsule.json", until: 3, report: "short" }, context(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain(`the capsule is of commit ${commit}, this is `);
  const lines = readFileSync(join(directory, "short", "history.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines).to.have.length(4);
});

test("on a full disk the verdict is printed, one line has the reason for the incomplete report, and the exit code is 2", {
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
    expect(await replay({ capsule: "capsule.json", until: undefined, report }, context(stdout))).to.equal(2);
    const said = (await stdout.end().toArray()).join("");
    expect(said.match(/is incomplete: no space is left on the device\n/g), name).to.have.lengthOf(1);
    expect(said).to.contain("held: a rule that holds\n");
  }
});

test("a capsule of another release is run and noted", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: "0.0.1", schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  await replay({ capsule: "capsule.json", until: undefined, report: "old" }, context(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain("the capsule is of release 0.0.1, this is ");
});

test("a scenario written from a run that held is played, and the output says that it passes", async () => {
  const { digest } = await judgeDigested(schedule);
  const broken = { checker: "a rule that holds", event: 1, sentence: "it was broken once" };
  const capsule = { capsule: capsuleVersion, release: packageVersion(), schedule, digest, broken } as const;
  writeFileSync(join(directory, "capsule.json"), writeCapsule(capsule));
  const stdout = new PassThrough();
  const scenario = "run.feature";
  await replay({ capsule: "capsule.json", until: undefined, report: "written", scenario }, context(stdout));
  expect((await stdout.end().toArray()).join("")).to.contain(
    "scenario: run.feature\nthe scenario does not break the rule, as the run does not: it passes (seeds 4 to 6)\n",
  );
  expect(readFileSync(join(directory, scenario), "utf8")).to.contain("Given an operator enables Oslo as a primary");
});
