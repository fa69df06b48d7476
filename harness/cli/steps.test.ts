import { existsSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { before, describe, test } from "node:test";
import { expect } from "chai";
import { main } from "#harness/cli/main.ts";
import { type Catalogue, catalogue } from "#harness/cli/step-catalogue.ts";
import { packageRoot } from "#harness/program/package-root.ts";

async function run(...args: readonly string[]): Promise<Readonly<{ code: number; stdout: string; stderr: string }>> {
  const output = { stdout: "", stderr: "" };
  const into = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += chunk;
        done();
      },
    });
  const none = () => Promise.reject(new Error("steps starts nothing"));
  const code = await main(["steps", ...args], {
    ...{ directory: "/", launched: false, stdout: into("stdout"), stderr: into("stderr") },
    runner: { prepare: none, start: none },
  });
  return { ...output, code };
}

describe("understudy steps", () => {
  let known: Catalogue;
  before(async () => {
    known = await catalogue();
  });

  test("prints the matching sentences below their group, each with an example", async () => {
    expect(await run("LINK", "partitioned")).to.deep.equal({
      code: 0,
      stderr: "",
      stdout: [
        "Faults (scenarios/steps/faults.ts)",
        "  the link between {cluster} and {cluster} is partitioned",
        "      the link between Oslo and Lima is partitioned (features/cloud-auth/across-clusters.feature)",
        "",
        `1 of ${known.steps.length} steps`,
        "",
      ].join("\n"),
    });
  });

  test("prints the comment above a definition below the sentence, in one line", async () => {
    const { stdout } = await run("cloud login for instances");
    const [, sentence, description = "", example] = stdout.split("\n");
    expect(sentence).to.equal("  cloud login for instances is configured in {cluster}");
    expect(description).to.match(/^ {6}Writes such a client configuration with .*\.$/);
    expect(example).to.match(/^ {6}cloud login for instances is configured in Oslo \(/);
  });

  test("an argument may contain several words", async () => {
    expect(await run("LINK", "partitioned")).to.deep.equal(await run("  link partitioned "));
  });

  test("with --json prints one object for each sentence, whose files exist", async () => {
    const { code, stdout } = await run("token", "--json");
    const lines = stdout.trimEnd().split("\n");
    expect(code).to.equal(0);
    expect(lines.length).to.be.above(10);
    for (const line of lines) {
      const object = JSON.parse(line);
      expect(object).to.have.all.keys("group", "sentence", "description", "file", "example");
      for (const file of [object.file, object.example.file])
        expect(existsSync(join(packageRoot, file)), file).to.equal(true);
    }
  });

  test("with --editor prints settings with all parameter types, and takes no words", async () => {
    const { code, stdout } = await run("--editor");
    expect(code).to.equal(0);
    const settings = JSON.parse(stdout);
    expect(settings).to.have.all.keys("cucumber.features", "cucumber.glue", "cucumber.parameterTypes");
    expect(settings["cucumber.parameterTypes"]).to.deep.include({ name: "cluster", regexp: "Oslo|Lima|Kyoto" });
    for (const more of ["token", "--json"])
      expect(await run("--editor", more)).to.deep.include({ code: 64, stdout: "" });
  });

  test("without words lists the groups with their number of sentences", async () => {
    const lines = (await run()).stdout.trimEnd().split("\n");
    const groups = (await run("--json")).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).to.deep.equal(groups.map(({ group, sentences }) => `${String(sentences).padStart(5)}  ${group}`));
    expect(groups.reduce((sum, { sentences }) => sum + sentences, 0)).to.equal(known.steps.length);
    expect(groups[0]).to.include({ group: "Audit", file: "scenarios/steps/audit.ts" });
  });

  test("without a match prints the nearest sentences to stderr and exits with 1", async () => {
    for (const options of [[], ["--json"]]) {
      const { code, stdout, stderr } = await run("oslo", "partitioning", ...options);
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr.split("\n").slice(0, 2)).to.deep.equal([
        'understudy: no step contains "oslo" and "partitioning"; the nearest:',
        "  the link between {cluster} and {cluster} is partitioned",
      ]);
    }
    expect((await run("xyzzy")).stderr).to.equal('understudy: no step contains "xyzzy"\n');
  });
});
