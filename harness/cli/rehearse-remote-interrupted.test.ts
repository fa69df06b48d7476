import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { type ForeignServer, foreignServer } from "#harness/targets/foreign-server.suite.ts";

async function contents({ ask }: ForeignServer): Promise<Readonly<Record<string, readonly string[]>>> {
  const paths = ["sys/mounts", "sys/policies/acl?list=true", "auth/token/accessors?list=true"];
  const found = paths.map(async (path) => {
    const { data = {} } = await ask("GET", path);
    return [path, Array.isArray(data.keys) ? data.keys.map(String).toSorted() : Object.keys(data)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

describe("an interrupted rehearsal on a foreign server", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
    writeFileSync(
      join(server.folder, "long.feature"),
      `Feature: F
  Scenario: first
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, update" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
  Scenario: second
    Given an operator writes the secrets engine "shapes" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, update" on "shapes/*"
    And Ada writes 4000 secrets below "shapes" in Oslo
`,
    );
  });
  after(() => server?.[Symbol.asyncDispose]());

  async function interrupted(act: (interrupt: () => void) => void) {
    return await server.rehearse(["long.feature"], {}, (output, interrupt) => {
      if (!output.includes("F › first")) return;
      void (async () => {
        while (!(await contents(server))["sys/mounts"]?.some((name) => name.endsWith("-shapes/")));
        act(interrupt);
      })();
    });
  }

  test("removes all its objects", async () => {
    const earlier = await contents(server);
    const { code } = await interrupted((interrupt) => interrupt());
    expect(code).to.equal(130);
    expect(await contents(server)).to.deep.equal(earlier);
  });

  test("ends at once and leaves its objects after a second interruption, which clean finds and removes", async () => {
    const earlier = await contents(server);
    const { code } = await interrupted(async (interrupt) => {
      // Two signals may be delivered as one.
      for (let times = 0; times < 20; times++) {
        interrupt();
        await passed(100);
      }
    });
    expect(code).to.equal(130);
    expect((await contents(server))["sys/mounts"]).to.satisfy((names: readonly string[]) =>
      names.some((name) => /^understudy-[0-9a-f]{6}-shapes\/$/.test(name)),
    );
    const left = await contents(server);
    const [prefix = ""] = /understudy-[0-9a-f]{6}-/.exec(JSON.stringify(left)) ?? [];
    const clean = (...words: string[]) => server.run(["clean", "--target", "target.json", ...words]);
    expect(await clean("--prefix", "understudy-000000-")).to.include({ code: 0, stdout: "0 objects removed\n" });
    const listed = await clean("--dry-run");
    expect(listed).to.include({ code: 0, stderr: "" });
    expect(listed.stdout).to.contain(`secrets engine ${prefix}shapes in Oslo\n`);
    expect(listed.stdout).to.match(/^\d+ objects found, none removed$/m);
    expect(await contents(server)).to.deep.equal(left);
    const cleaned = await clean("--prefix", prefix);
    expect(cleaned).to.include({ code: 0, stderr: "" });
    expect(cleaned.stdout).to.contain("a token in Oslo");
    expect(await contents(server)).to.deep.equal(earlier);
    expect(await clean()).to.include({ code: 0, stdout: "0 objects removed\n" });
    expect(await clean("--prefix", "colours")).to.deep.include({
      code: 64,
      stderr: 'understudy: --prefix must be the prefix of a run, such as understudy-3f9a01-, not "colours"\n',
    });
    expect(await server.run(["clean"])).to.deep.include({
      code: 64,
      stderr: "understudy: --target FILE is required\n",
    });
  });
});
