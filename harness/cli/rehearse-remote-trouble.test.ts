import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import { type ForeignServer, foreignServer } from "#harness/targets/foreign-server.suite.ts";
import { proxyTo } from "./proxy.suite.ts";

const features = `Feature: F
  @DB-ROLE-01
  Scenario: first
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "colours/*"
    When Ada writes "blue" to "colours/sky" in Oslo
  @DB-ROLE-02
  Scenario: second
    Given an operator writes the secrets engine "shapes" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "shapes/*"
    When Ada writes "round" to "shapes/moon" in Oslo
`;

const allowed = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "patch", "sudo"] }';

describe("a rehearsal on a target in trouble", () => {
  let server: ForeignServer;
  before(async () => {
    server = await foreignServer();
    writeFileSync(join(server.folder, "two.feature"), features);
  });
  after(() => server?.[Symbol.asyncDispose]());

  /** Plays the two scenarios with a token that has this policy. */
  async function asToken(policy: string, onOutput?: (output: string, token: string) => void) {
    await server.ask("POST", "sys/policies/acl/limited", { policy });
    const created = await server.ask("POST", "auth/token/create", { policies: ["limited"], no_default_policy: true });
    const token = String((created as { auth?: Readonly<{ client_token: string }> }).auth?.client_token);
    process.env.LIMITED_TOKEN = token;
    const clusters = { Oslo: { api: server.api, tokenVariable: "LIMITED_TOKEN" } };
    return server.rehearse(["two.feature"], { clusters }, (output) => onOutput?.(output, token));
  }

  const verdictIn = (report: string, id: string) =>
    JSON.parse(readFileSync(join(report, "conformance.json"), "utf8")).verdicts[id].verdict;

  test("exits with 2 if the token of the target may not do enough, and names the refused call", async () => {
    const all = await asToken(allowed);
    expect(all.code, all.stdout + all.stderr).to.equal(0);
    const { code, stdout, stderr } = await asToken(`${allowed}\npath "sys/policies/acl/*" { capabilities = ["read"] }`);
    expect(stderr, stdout).to.equal(
      "understudy: not all could be judged: Oslo answers POST sys/policies/acl/of-ada with 403: the token in LIMITED_TOKEN may not do this\n",
    );
    expect(code).to.equal(2);
    expect(stdout).to.match(/^0 passed, 0 failed$/m);
  });

  test("exits with 2 if the token of the target may not create tokens with other policies", async () => {
    const { code, stderr } = await asToken(
      allowed
        .replace(', "sudo"', "")
        .replace("}", '}\npath "sys/*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }'),
    );
    expect(stderr).to.match(
      /: Oslo answers POST auth\/token\/create\S* with 40\d: the token in LIMITED_TOKEN may not do this\n$/,
    );
    expect(code).to.equal(2);
  });

  test("exits with 2 if the token of the target becomes invalid", async () => {
    let revoked: Promise<unknown> | undefined;
    const { code, stderr } = await asToken(allowed, (output, token) => {
      if (output.includes("F › first")) revoked ??= server.ask("POST", "auth/token/revoke", { token });
    });
    await revoked;
    expect(stderr).to.match(/ with 403: the token in LIMITED_TOKEN is no longer valid\n$|left behind/);
    expect(code).to.equal(2);
  });

  test("exits with 1 if the server refuses a request that the token may send", async () => {
    await using proxy = await proxyTo(server.api, async (request, pass) =>
      request.method === "POST" && request.path.includes("-shapes/moon")
        ? { status: 403, headers: {}, body: JSON.stringify({ errors: ["permission denied"] }) }
        : pass(request),
    );
    const clusters = { Oslo: { api: proxy.api, tokenVariable: "FOREIGN_TOKEN" } };
    const client = await server.rehearse(["two.feature"], { clusters });
    expect(client.code, client.stdout + client.stderr).to.equal(1);
    expect(verdictIn(client.report, "DB-ROLE-02")).to.equal("broken");

    await using another = await proxyTo(server.api, async (request, pass) =>
      request.method === "POST" && /^sys\/policies\/acl\//.test(request.path)
        ? { status: 403, headers: {}, body: JSON.stringify({ errors: ["permission denied"] }) }
        : pass(request),
    );
    const root = await server.rehearse(["two.feature"], { clusters: { Oslo: { ...clusters.Oslo, api: another.api } } });
    expect(root.code, root.stdout + root.stderr).to.equal(1);
    expect(root.stdout).to.match(/^0 passed, 2 failed$/m);
  });

  test("exits with 2 if the server goes away", async () => {
    await using proxy = await proxyTo(server.api);
    const clusters = { Oslo: { api: proxy.api, tokenVariable: "FOREIGN_TOKEN" } };
    const { code, stdout, stderr } = await server.rehearse(["two.feature"], { clusters }, (output) => {
      if (output.includes("F › first")) proxy.close();
    });
    expect(stderr).to.match(/^understudy: not all could be judged: .*Oslo at http:\S+ is out of reach/);
    expect(code, stdout).to.equal(2);
    expect(stdout).to.match(/^1 passed, 0 failed$/m);
  });
});
