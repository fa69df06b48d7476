import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { attacked } from "./attacks/attacked.suite.ts";
import { defaultLimits, limitNames, limitsTable } from "./limits.ts";

suite("limits", () => {
  test("docs/limits.md lists all limits with their values", () => {
    expect(readFileSync(new URL("../docs/limits.md", import.meta.url), "utf8")).to.include(limitsTable());
  });

  test("every limit is a positive integer", () => {
    for (const name of limitNames()) expect(defaultLimits[name], name).to.satisfy(Number.isSafeInteger).and.be.above(0);
  });

  test("unusable limits are refused before anything starts, with the range that is allowed", async () => {
    for (const [limits, why] of [
      [{ requestSeconds: 10 }, /^headersSeconds \(20 unless set\) must be at most requestSeconds \(10\), /],
      [{ headersSeconds: 200 }, /^headersSeconds \(200\) must be at most requestSeconds \(120 unless set\), /],
      [{ stopSeconds: 2 ** 31 }, /^stopSeconds must be above 0 and at most 2147483, not 2147483648$/],
      [{ bodyBytes: 2 ** 30 }, /^bodyBytes must be above 0 and at most 536869888, not 1073741824$/],
      [{ nestingLevels: 5_001 }, /^nestingLevels must be above 0 and at most 5000, not 5001$/],
      [{ connections: 0 }, /^connections must be above 0 and at most /],
      [{ connections: Number.NaN }, /^connections must be above 0 and at most /],
    ] as const) {
      const refusal = await attacked({ limits }).then(
        async (fixture) => {
          await fixture[Symbol.asyncDispose]();
          return "started";
        },
        (error: Error) => error.message,
      );
      expect(refusal, JSON.stringify(limits)).to.match(why);
    }
    await using fixture = await attacked({ limits: { requestSeconds: 10, headersSeconds: 10 } });
    expect((await fixture.ask("GET", "sys/health")).status).to.equal(200);
  });

  test("limits of request input are set per cluster", async () => {
    await using fixture = await attacked({
      limits: { bodyBytes: 4_000, nestingLevels: 10, targetBytes: 200, headerCount: 20 },
    });
    const { raw } = fixture;
    const write = async (body: string) => (await raw("POST /v1/secret/data/a", { body })).status;
    expect(await write('{"data":{}}')).to.equal(200);
    expect(await write(`{"data":{"v":"${"x".repeat(4_000)}"}}`)).to.equal(413);
    expect(await write(`{"data":{"v":${"[".repeat(8)}1${"]".repeat(8)}}}`)).to.equal(200);
    expect(await write(`{"data":{"v":${"[".repeat(20)}1${"]".repeat(20)}}}`)).to.equal(400);
    expect((await raw(`GET /v1/secret/data/${"x".repeat(200)}`)).status).to.equal(414);
    expect((await raw("GET /v1/secret/data/a", { headers: "A: b\r\n".repeat(20) })).status).to.equal(431);
  });

  test("limits of stored data are set per cluster", async () => {
    await using fixture = await attacked({
      limits: { policyCharacters: 100, policyRules: 2, policyPathCharacters: 8, namespaces: 1, groupMembers: 2 },
    });
    const { raw } = fixture;
    const write = async (path: string, fields: object) =>
      (await raw(`POST /v1/${path}`, { body: JSON.stringify(fields) })).status;
    const policy = (...paths: string[]) => paths.map((path) => `path "${path}" { capabilities = ["read"] }`).join("\n");
    expect(await write("sys/policies/acl/a", { policy: policy("a", "b") })).to.equal(204);
    expect(await write("sys/policies/acl/a", { policy: policy("a", "b", "c") })).to.equal(400);
    expect(await write("sys/policies/acl/a", { policy: policy("a/long/path") })).to.equal(400);
    expect(await write("sys/policies/acl/a", { policy: `${policy("a")}${" ".repeat(100)}` })).to.equal(400);
    expect(await write("sys/namespaces/one", {})).to.equal(200);
    expect(await write("sys/namespaces/two", {})).to.equal(400);
    const ids = ["a", "b", "c"];
    expect(await write("identity/group", { name: "g", member_entity_ids: ids })).to.equal(400);
    expect(await write("identity/group", { name: "g", member_group_ids: ids })).to.equal(400);
    expect(await write("identity/group", { name: "g" })).to.equal(200);
  });
});
