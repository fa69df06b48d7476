import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import { type ForeignServer, foreignServer, type Rehearsed } from "#harness/targets/foreign-server.suite.ts";

const feature = `Feature: F
  @CLOUD-CERT-08
  Scenario: until 1.12
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
  @CLOUD-SHA1-01
  Scenario: since 1.12
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
  @CLOUD-CERT-08 @DB-ROLE-08
  Scenario: also of another id
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
  @CLOUD-SHA1-04 @needs-old-release
  Scenario: of an earlier release
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
`;

describe("a rehearsal on a server of a release", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
    writeFileSync(join(server.folder, "releases.feature"), feature);
  });
  after(() => server?.[Symbol.asyncDispose]());

  const verdictsIn = ({ report }: Rehearsed, ...ids: readonly string[]) => {
    const { verdicts } = JSON.parse(readFileSync(join(report, "conformance.json"), "utf8"));
    return ids.map((id) => [verdicts[id].verdict, verdicts[id].reason]);
  };

  test("plays no scenario whose requirements end before the release that the server reports", async () => {
    const played = await server.rehearse(["releases.feature"]);
    expect(played.code, played.stdout + played.stderr).to.equal(0);
    const reason = "it applies until release 1.12; the target has 1.14.9";
    expect(played.stdout).to.contain(`1 not played: ${reason}\n`);
    expect(played.stdout).to.contain("1 not played: there is one release of the service on this stage\n");
    expect(played.stdout).to.match(/^2 passed, 0 failed$/m);
    expect(verdictsIn(played, "CLOUD-CERT-08", "CLOUD-SHA1-01", "DB-ROLE-08")).to.deep.equal([
      ["not played", reason],
      ["held", null],
      ["held", null],
    ]);
  });

  test("compares with the release in the target file, by numbers", async () => {
    const played = await server.rehearse(["releases.feature"], { release: "1.9.7" });
    expect(played.code, played.stdout + played.stderr).to.equal(0);
    const reason = "it applies since release 1.12; the target has 1.9.7";
    expect(played.stdout).to.contain(`1 not played: ${reason}\n`);
    expect(verdictsIn(played, "CLOUD-CERT-08", "CLOUD-SHA1-01")).to.deep.equal([
      ["held", null],
      ["not played", reason],
    ]);
    const later = await server.rehearse(["releases.feature"], { release: "1.12" });
    expect(verdictsIn(later, "CLOUD-CERT-08", "CLOUD-SHA1-01")).to.deep.equal([
      ["held", null],
      ["held", null],
    ]);
  });

  test("writes a report that is valid, and not after a change", async () => {
    const { report } = await server.rehearse(["releases.feature"]);
    const file = join(report, "conformance.json");
    const checked = await server.run(["conformance", "check", file]);
    expect(checked).to.deep.include({ code: 0, stderr: "" });
    expect(checked.stdout).to.contain(": foreign, suite ");
    writeFileSync(file, readFileSync(file, "utf8").replace('"verdict": "not played"', '"verdict": "held"'));
    const changed = await server.run(["conformance", "check", file]);
    expect(changed.code).to.equal(1);
    expect(changed.stdout).to.match(
      /verdicts\.[A-Z0-9-]+\.verdict: is held, but its scenarios and members make it not/,
    );
  });
});
