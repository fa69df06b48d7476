import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import { type ForeignServer, foreignServer, type Rehearsed } from "#harness/targets/foreign-server.suite.ts";

const features = [
  "core/policies",
  "core/bad-requests",
  "core/wrapping",
  "core/identity",
  "core/methods",
  "cloud-auth/certificates",
]
  .concat(["database/connection", "database/dynamic", "database/static"])
  .map((name) => `features/${name}.feature`);

type Verdicts = Readonly<Record<string, Readonly<{ verdict: string }>>>;

function conformanceIn({ report }: Rehearsed) {
  return JSON.parse(readFileSync(join(report, "conformance.json"), "utf8"));
}

function idsWith(verdict: string, verdicts: Verdicts): readonly string[] {
  return Object.entries(verdicts).flatMap(([id, one]) => (one.verdict === verdict ? [id] : []));
}

async function contents({ ask }: ForeignServer): Promise<Readonly<Record<string, readonly string[]>>> {
  const keys = async (path: string) => {
    const { data = {} } = await ask("GET", path);
    return Array.isArray(data.keys) ? data.keys.map(String) : Object.keys(data);
  };
  const lists = [
    "sys/policies/acl",
    "sys/policies/password",
    "sys/namespaces",
    "identity/entity/id",
    "identity/group/id",
  ];
  const paths = [
    "sys/mounts",
    "sys/auth",
    "sys/audit",
    ...[...lists, "auth/token/accessors"].map((list) => `${list}?list=true`),
  ];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await keys(path)).toSorted()] as const)),
  );
}

describe("a rehearsal on a foreign server", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
  });
  after(() => server?.[Symbol.asyncDispose]());

  describe("without changes to the server", () => {
    let played: Rehearsed;
    let earlier: Awaited<ReturnType<typeof contents>>;
    before(async () => {
      await server.ask("POST", "sys/mounts/colours-of-others", { type: "kv" });
      await server.ask("POST", "colours-of-others/sky", { value: "theirs" });
      await server.ask("POST", "sys/policies/acl/theirs", { policy: 'path "x" { capabilities = ["read"] }' });
      earlier = await contents(server);
      played = await server.rehearse(features);
    });

    test("finds no failure, and reports for each other scenario why it was not played", () => {
      expect(played.stderr).to.equal("");
      expect(played.code, played.stdout).to.equal(0);
      const { target, played: how, counts, differences } = conformanceIn(played);
      expect(target.clusters).to.deep.include({ name: "Oslo", api: server.api, version: "1.14.9", edition: "open" });
      expect(target.capabilities).to.include.members(["namespaces", "database", "cloud"]).and.not.include("move-time");
      expect(how.scenarios.passed).to.be.greaterThan(30);
      expect(how.scenarios).to.include({ failed: 0, failedAsExpected: 0 });
      expect(how).to.include({ reset: "clear", provider: "cloud", timeScale: null });
      expect(counts.held).to.be.greaterThan(20);
      expect(counts.broken).to.equal(0);
      expect(differences).to.deep.equal([]);
      expect(played.stdout).to.match(/\d+ not played: foreign has no cluster Lima\n/);
    });

    test("removes its objects and leaves earlier objects unchanged", async () => {
      expect(await contents(server)).to.deep.equal(earlier);
      expect((await server.ask("GET", "colours-of-others/sky")).data).to.deep.equal({ value: "theirs" });
    });

    test("reports no secret of the target", () => {
      const files = readdirSync(played.report).map((name) => readFileSync(join(played.report, name), "utf8"));
      expect(files).to.have.length(7);
      for (const secret of server.secrets) {
        for (const text of [played.stdout, played.stderr, ...files]) expect(text.includes(secret)).to.equal(false);
      }
    });
  });

  test("uses names beside existing objects with the same names, and leaves those unchanged", async () => {
    const theirs: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
      ["sys/mounts/colours", { type: "kv" }],
      ["colours/sky", { value: "theirs" }],
      ["sys/mounts/database", { type: "database" }],
      ["sys/auth/cloud", { type: "cloud" }],
      ["auth/cloud/role/private", { auth_type: "iam", bound_iam_principal_arn: "arn:aws:iam::1:user/*" }],
      ["sys/policies/acl/of-ada", { policy: 'path "theirs" { capabilities = ["read"] }' }],
      ["sys/policies/acl/painter", { policy: 'path "theirs" { capabilities = ["list"] }' }],
      ["sys/policies/password/pin", { policy: 'length = 4\nrule "charset" { charset = "x" }' }],
      ["sys/namespaces/team", {}],
      ["sys/quotas/rate-limit/often", { rate: 100_000 }],
      ["identity/group", { name: "painters" }],
    ];
    for (const [path, body] of theirs) await server.ask("POST", path, body);
    const readPaths = ["colours/sky", "auth/cloud/role/private", "sys/policies/acl/of-ada", "sys/policies/acl/painter"];
    const snapshot = async () => [
      await contents(server),
      ...(await Promise.all([...readPaths, "sys/policies/password/pin"].map((path) => server.ask("GET", path)))).map(
        ({ data }) => data,
      ),
    ];
    const earlier = await snapshot();
    // These compare whole lists of names.
    const lists = await server.rehearse(["features/core/names.feature", "features/core/policies.feature"]);
    expect(lists.code, lists.stdout).to.equal(0);
    expect(conformanceIn(lists).played.scenarios.passed).to.be.greaterThan(40);
    const played = await server.rehearse(features);
    expect(played.code, played.stdout).to.equal(0);
    expect(played.stdout).not.to.contain("was there before");
    const { played: how } = conformanceIn(played);
    expect(how.scenarios.passed).to.be.greaterThan(30);
    expect(how.prefix).to.match(/^understudy-[0-9a-f]{6}-$/);
    expect(await snapshot()).to.deep.equal(earlier);
    for (const path of ["sys/mounts/colours", "sys/mounts/database", "sys/auth/cloud", "sys/namespaces/team"])
      await server.ask("DELETE", path);
  });

  test("uses the names of another provider where the server supports that one", async () => {
    const played = await server.rehearse(
      ["features/cloud-auth/roles.feature", "features/cloud-auth/certificates.feature"],
      {
        provider: "aws",
      },
    );
    expect(played.code, played.stdout).to.equal(0);
    const messages = readFileSync(join(played.report, "messages.ndjson"), "utf8");
    expect(conformanceIn(played).played).to.deep.include({ provider: "aws" });
    expect(conformanceIn(played).counts.held).to.be.greaterThan(10);
    expect(messages).to.contain("cloud_public_cert");
  });

  test("an expected failure is accepted, and its absence fails the run", async () => {
    writeFileSync(
      join(server.folder, "differs.feature"),
      `Feature: F
  @DB-ROLE-01
  Scenario: differs
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "colours/*"
    When Ada tries to write the object at "colours/sky" in Oslo with "value=blue"
    Then the request is refused
  @DB-ROLE-02
  Scenario: holds
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
`,
    );
    const expected = { requirement: "DB-ROLE-01", fails: "the request is refused", document: "its notes" };
    const met = await server.rehearse(["differs.feature"], { expectedFailures: [expected] });
    expect(met.stdout).to.contain("failed as expected: F › differs (its notes)\n");
    expect(met.stdout).to.match(/^1 passed, 0 failed, 1 failed as expected$/m);
    expect(met.code).to.equal(0);
    expect(readFileSync(join(met.report, "junit.xml"), "utf8"))
      .to.contain('<skipped message="failed as expected: its notes"/>')
      .and.contain('tests="2" skipped="1" failures="0" errors="0"');
    expect(conformanceIn(met).differences).to.have.length(1);
    expect(conformanceIn(met).differences[0]).to.include({ fails: "the request is refused", expected: "its notes" });

    const elsewhere = await server.rehearse(["differs.feature"], {
      expectedFailures: [{ ...expected, fails: "the request succeeds" }],
    });
    expect(elsewhere.code).to.equal(1);

    const stale = { ...expected, requirement: "DB-ROLE-02" };
    const unmet = await server.rehearse(["differs.feature"], { expectedFailures: [expected, stale] });
    expect(unmet.stdout).to.contain('expected to fail and did not: DB-ROLE-02 at "the request is refused"');
    expect(unmet.code).to.equal(1);
    expect(readFileSync(join(unmet.report, "junit.xml"), "utf8")).to.contain(
      '<testsuite name="expected failures" tests="1" skipped="0" failures="1" errors="0"',
    );

    const ofAnother = await server.rehearse(["differs.feature"], {
      expectedFailures: [{ ...expected, releases: "0.0.*" }],
    });
    expect(ofAnother.code).to.equal(1);
  });

  test("--update-expectations writes the failures of a run, by release, and removes those that do not occur", async () => {
    const file = join(server.folder, "expectations.json");
    const rehearse = async (...words: string[]) => {
      writeFileSync(
        join(server.folder, "target.json"),
        JSON.stringify({ ...target, expectations: "expectations.json" }),
      );
      return server.run(["rehearse", "differs.feature", "--stage", "remote", "--target", "target.json", ...words]);
    };
    await server.rehearse(["differs.feature"]);
    const target = JSON.parse(readFileSync(join(server.folder, "target.json"), "utf8"));
    const stale = { requirement: "DB-ROLE-02", fails: "*", document: "an earlier release" };
    const ofAnother = { ...stale, releases: "0.0.*" };
    writeFileSync(file, JSON.stringify([stale, ofAnother]));
    const updated = await rehearse("--update-expectations");
    expect(updated.code, updated.stderr).to.equal(0);
    expect(updated.stdout).to.contain(`expectations: 1 added, 1 removed in ${file}\n`);
    const written = JSON.parse(readFileSync(file, "utf8"));
    const release = written[1].releases;
    expect(release).to.match(/^\d+\.\d+/);
    expect(written).to.deep.equal([
      ofAnother,
      { scenario: "F › differs", fails: "the request is refused", document: "not examined", releases: release },
    ]);
    const again = await rehearse();
    expect(again.stdout).to.contain("failed as expected: F › differs (not examined)\n");
    expect(again.code).to.equal(0);
    // Also if no scenario passed. An entry whose scenario was not played stays as it is.
    const others = [{ scenario: "G*", fails: "*", document: "its notes" }];
    writeFileSync(file, JSON.stringify(others));
    const failing = await rehearse("--update-expectations", "--tags", "@DB-ROLE-01");
    expect(failing.code, failing.stderr).to.equal(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).to.deep.equal([...others, written[1]]);
    writeFileSync(file, '[{"scenario":"F"}]');
    expect(await rehearse()).to.deep.include({
      code: 64,
      stderr: `understudy: expectations ${file}: 0.fails must be a text\n`,
    });
    writeFileSync(join(server.folder, "target.json"), JSON.stringify(target));
    const words = ["rehearse", "differs.feature", "--stage", "remote", "--target", "target.json"];
    expect(await server.run([...words, "--update-expectations"])).to.deep.include({
      code: 64,
      stderr: "understudy: --update-expectations needs a target file with the field expectations\n",
    });
  });

  test("an unusable target is one line and exit code 2; an invalid file is exit code 64", async () => {
    const html = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"));
    html.listen(0, "127.0.0.1");
    await once(html, "listening");
    const page = `http://127.0.0.1:${(html.address() as AddressInfo).port}`;
    const one = async (cluster: object, fields = {}) => {
      const clusters = { Oslo: { api: server.api, tokenVariable: "FOREIGN_TOKEN", ...cluster } };
      const { code, stdout, stderr } = await server.rehearse(["features/core/bad-requests.feature"], {
        clusters,
        ...fields,
      });
      expect(stdout).to.equal("");
      return [code, stderr];
    };
    try {
      expect(await one({ api: page })).to.deep.equal([
        2,
        `understudy: Oslo at ${page} answers with text/html, which is not JSON (status 200): is this the address of its API?\n`,
      ]);
    } finally {
      html.close();
      html.closeAllConnections();
    }
    expect(await one({ api: page })).to.deep.equal([
      2,
      `understudy: Oslo at ${page} is out of reach: connect ECONNREFUSED ${page.slice("http://".length)}\n`,
    ]);
    expect(await one({ tokenVariable: "FOREIGN_PASSWORD" })).to.deep.equal([
      2,
      "understudy: Oslo answers GET auth/token/lookup-self with 403: the token in FOREIGN_PASSWORD is wrong, or may not do everything\n",
    ]);
    expect(await one({ tokenVariable: "NO_SUCH_VARIABLE" })).to.deep.equal([
      2,
      "understudy: the token of Oslo is to be in the environment variable NO_SUCH_VARIABLE, which is not set\n",
    ]);
    expect(await one({}, { reset: "wipe" })).to.deep.equal([
      64,
      "understudy: target target.json: reset must be clear or fresh\n",
    ]);
  });
});

test("a rule that a server does not implement is reported as broken, and no other rule is", async () => {
  await using server = await foreignServer({
    file: "engine/database/roles/allowed-roles.ts",
    from: 'if (allowedRoles.includes("*")',
    to: 'if (allowedRoles.length === 0 || allowedRoles.includes("*")',
  });
  const played = await server.rehearse(["features/database/connection.feature", "features/database/dynamic.feature"]);
  expect(played.code).to.equal(1);
  expect(idsWith("broken", conformanceIn(played).verdicts)).to.deep.equal(["DB-CONFIG-10"]);
  expect(idsWith("held", conformanceIn(played).verdicts)).to.include("DB-CONFIG-11");
});

test("a server without replication and namespaces receives no requests for them", async () => {
  await using server = await foreignServer(
    {
      file: "engine/core/core-parts.ts",
      from: "    openApiEndpoint,\n  ]",
      to: "    openApiEndpoint,\n  ].filter(({ path }) => !path.includes('namespaces'))",
    },
    {
      file: "engine/replication/endpoints/endpoints.ts",
      from: "].map(inRootOnly)",
      to: "].filter(() => false).map(inRootOnly)",
    },
  );
  const played = await server.rehearse(
    ["core/namespaces", "core/names", "core/paths", "core/quotas", "core/bad-requests"].map(
      (name) => `features/${name}.feature`,
    ),
  );
  expect(played.code, played.stdout).to.equal(0);
  expect(conformanceIn(played).target.capabilities)
    .to.include("quotas")
    .and.not.include("namespaces")
    .and.not.include("replication");
  expect(played.stdout).to.contain("not played: there are no namespaces on this stage");
  expect(played.stdout).to.contain("not played: there is no performance replication on this stage");
  expect(conformanceIn(played).played.scenarios).to.include({ failed: 0 });
  expect(conformanceIn(played).played.scenarios.passed).to.be.greaterThan(5);
});

test("the provider is detected from the server, and a file that names another one is refused", async () => {
  await using server = await foreignServer({
    file: "engine/unsealed.ts",
    from: "...providers.map((provider)",
    to: '...providers.filter(({ type }) => type === "aws").map((provider)',
  });
  const features = ["features/cloud-auth/certificates.feature"];
  const played = await server.rehearse(features);
  expect(played.code, played.stdout + played.stderr).to.equal(0);
  expect(conformanceIn(played).played.provider).to.equal("aws");
  expect(conformanceIn(played).counts.held).to.be.greaterThan(3);
  const { code, stderr } = await server.rehearse(features, { provider: "cloud" });
  expect([code, stderr]).to.deep.equal([
    2,
    "understudy: foreign has no auth method of type cloud, but of type aws: its file says provider cloud\n",
  ]);
});
