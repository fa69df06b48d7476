import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { type ForeignServer, foreignServer } from "#harness/targets/foreign-server.suite.ts";
import { type ProxyRule, proxyTo } from "./proxy.suite.ts";

const delayMilliseconds = 100;

const quota = `Feature: F
  @needs-quotas
  Scenario: limited
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    And an operator writes the rate limit quota "often" in Oslo with "path=colours, rate=1, interval=10m"
    When Ada tries to read the object at "colours/sky" in Oslo
    And Ada tries to read the object at "colours/sky" in Oslo
    Then the request is refused with status 429
`;

function conformanceIn(report: string) {
  return JSON.parse(readFileSync(join(report, "conformance.json"), "utf8"));
}

describe("a rehearsal on a foreign server", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
  });
  after(() => server?.[Symbol.asyncDispose]());

  /** Plays features through a proxy. `rounds` counts how often a request was sent while no other one was pending. */
  async function through(rule: ProxyRule, features: readonly string[]) {
    let [pending, rounds] = [0, 0];
    await using proxy = await proxyTo(server.api, async (request, pass) => {
      if (pending++ === 0) rounds += 1;
      try {
        return await rule(request, pass);
      } finally {
        pending -= 1;
      }
    });
    const clusters = { Oslo: { api: proxy.api, tokenVariable: "FOREIGN_TOKEN" } };
    const played = await server.rehearse(features, { clusters });
    expect(played.code, played.stdout + played.stderr).to.equal(0);
    return { played: conformanceIn(played.report).played.scenarios, count: proxy.count(), rounds };
  }

  test("far away, where each request takes 100 ms, finds no failure with as many requests", async () => {
    const features = ["features/core/wrapping.feature", "features/core/policies.feature"];
    const near = await through((request, pass) => pass(request), features);
    const far = await through(async (request, pass) => {
      await passed(delayMilliseconds);
      return await pass(request);
    }, features);
    expect(near.played.passed).to.be.greaterThan(8);
    expect(far.played).to.deep.equal(near.played);
    expect(far.count).to.be.at.most(near.count * 1.1);
    // The waits add up only for requests that are sent one after another.
    expect(far.rounds / far.count).to.be.at.most(0.8);
    expect(far.count / far.played.passed).to.be.at.most(33);
  });

  test("that limits the rate of requests waits, and sees a limit that a scenario sets", async () => {
    let [served, refused] = [0, 0];
    const limited = await through(
      async (request, pass) => {
        // Refuses every tenth request, apart from those of scenarios that may expect a refusal.
        if (++served % 10 > 0 || /quotas/.test(request.path)) return await pass(request);
        refused += 1;
        return {
          status: 429,
          headers: { "retry-after": "1" },
          body: JSON.stringify({ errors: ["too many requests"] }),
        };
      },
      ["features/core/wrapping.feature"],
    );
    expect(refused).to.be.greaterThan(3);
    expect(limited.played.passed).to.be.greaterThan(3);
    writeFileSync(join(server.folder, "quota.feature"), quota);
    const own = await through((request, pass) => pass(request), ["quota.feature"]);
    expect(own.played.passed).to.equal(1);
  });

  test("at the same time as another one finds no failure, and both leave nothing behind", async () => {
    const mounts = async () => Object.keys((await server.ask("GET", "sys/mounts")).data ?? {}).toSorted();
    const earlier = await mounts();
    const fields = {
      name: "shared",
      clusters: { Oslo: { api: server.api, tokenVariable: "FOREIGN_TOKEN" } },
      reset: "clear",
      ownRules: true,
    };
    writeFileSync(join(server.folder, "shared.json"), JSON.stringify(fields));
    const features = ["core/wrapping", "core/policies", "core/identity"].map((name) => `features/${name}.feature`);
    const runs = await Promise.all(
      ["one", "other"].map(async (report) => {
        const words = ["--stage", "remote", "--target", "shared.json", "--report", report];
        return { report, ...(await server.run(["rehearse", ...features, ...words])) };
      }),
    );
    const prefixes = new Set<string>();
    for (const { code, stdout, stderr, report } of runs) {
      expect(code, stdout + stderr).to.equal(0);
      const { played } = conformanceIn(join(server.folder, report));
      expect(played.scenarios.passed).to.be.greaterThan(8);
      prefixes.add(played.prefix);
    }
    expect(prefixes.size).to.equal(2);
    expect(await mounts()).to.deep.equal(earlier);
  });

  test("in a namespace of a target finds no failure, and leaves the namespace empty and the rest unchanged", async () => {
    const policies = async (path: string) => (await server.ask("GET", `${path}sys/policies/acl?list=true`)).data?.keys;
    for (const path of ["sys/namespaces/team", "team/sys/namespaces/tests"]) await server.ask("POST", path, {});
    const earlier = [await policies(""), await policies("team/tests/")];
    const clusters = { Oslo: { api: server.api, tokenVariable: "FOREIGN_TOKEN", namespace: "team/tests" } };
    const features = ["core/wrapping", "core/policies", "cloud-auth/certificates", "database/dynamic"];
    const played = await server.rehearse(
      features.map((name) => `features/${name}.feature`),
      { clusters },
    );
    expect(played.code, played.stdout + played.stderr).to.equal(0);
    expect(conformanceIn(played.report).played.scenarios.passed).to.be.greaterThan(30);
    expect([await policies(""), await policies("team/tests/")]).to.deep.equal(earlier);
  });
});
