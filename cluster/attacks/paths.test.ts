import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { type Attacked, attacked } from "./attacked.suite.ts";

/**
 * Deceptive paths, with the expected status of a read with the root token. Default: 400. The status is 404 if the path
 * reaches a missing object or is not an API path.
 */
const disguises = [
  ["a step up", "secret/data/public/../private"],
  ["an escaped step up", "secret/data/public/%2e%2e/private"],
  ["a half escaped step up", "secret/data/public/.%2E/private"],
  ["an escaped slash after a step up", "secret/data/public/..%2fprivate"],
  ["escaped slashes", "secret/data/public%2f..%2fprivate"],
  ["a step that stays", "secret/data/public/./../private"],
  ["a step above everything", "../v1/secret/data/private"],
  ["two slashes", "secret//data/private"],
  ["slashes first", "//secret/data/private"],
  ["slashes last", "secret/data/private//"],
  ["a step up in an overlong encoding", "secret/data/public/%c0%ae%c0%ae/private"],
  ["a step up escaped twice", "secret/data/public/%252e%252e/private", 404],
  ["backslashes", "secret/data/public/\\..\\private", 404],
  ["an end in a NUL", "secret/data/private%00"],
  ["a raw NUL", "secret/data/private\0"],
  ["a newline", "secret/data/public/%0a../private"],
  ["a raw newline", "secret/data/public/\nprivate"],
  ["an escaped byte that is not UTF-8", "secret/data/private%ff"],
  ["a raw byte that is not UTF-8", "secret/data/private\xff"],
  ["a broken escape", "secret/data/private%zz"],
  ["an escape cut short", "secret/data/private%"],
  ["a blank", "secret/data/public/ private"],
  ["a fragment", "secret/data/public/#/../../private"],
  ["a query for a path", "secret/data/public/?/../private", 404],
  ["other letters", "SECRET/data/private", 404],
  ["the pattern of its own policy", "secret/data/public/*", 404],
  ["a segment's wildcard", "secret/data/+", 404],
  ["an absolute address", "http://elsewhere/v1/secret/data/private", 404],
] as const;

suite("disguised paths", () => {
  let fixture: Attacked;
  let weak: string;

  before(async () => {
    fixture = await attacked();
    await fixture.ask("POST", "secret/data/private", { data: { v: "treasure" } });
    await fixture.ask("POST", "secret/data/public/mine", { data: { v: "shown" } });
    const policy = 'path "secret/data/public/*" { capabilities = ["create", "read", "update", "delete", "list"] }';
    await fixture.ask("PUT", "sys/policies/acl/weak", { policy });
    const { text } = await fixture.ask("POST", "auth/token/create", { policies: ["weak"] });
    weak = JSON.parse(text).auth.client_token;
  });
  after(() => fixture[Symbol.asyncDispose]());

  for (const [claim, path, expected = 400] of disguises) {
    test(`${claim}: reaches nothing, with a weak token or with every capability`, async () => {
      for (const token of [weak, fixture.rootToken]) {
        const target = path.startsWith("http:") ? path : `/v1/${path}`;
        const read = await fixture.raw(`GET ${target}`, { token });
        expect(read.status).to.be.oneOf(token === weak ? [400, 403, 404] : [expected]);
        expect(read.text).not.to.include("treasure");
        // Writes and deletes reach nothing else either, except objects that the weak token may change.
        if (token !== weak) continue;
        expect((await fixture.raw(`POST ${target}`, { token, body: '{"data":{"v":"altered"}}' })).status).to.be.below(
          500,
        );
        expect((await fixture.raw(`DELETE ${target}`, { token })).status).to.be.below(500);
      }
      expect((await fixture.ask("GET", "secret/data/private")).data?.data).to.deep.equal({ v: "treasure" });
    });
  }

  test("an escaped slash is a slash for the policy and for the mount", async () => {
    const own = await fixture.raw("GET /v1/secret%2fdata%2Fpublic%2fmine", { token: weak });
    expect([own.status, own.text.includes("shown")]).to.deep.equal([200, true]);
    expect((await fixture.raw("GET /v1/secret%2fdata%2fprivate", { token: weak })).status).to.equal(403);
  });

  test("a path beyond the limit gets 414, one beyond the limit of headers gets 431, and a shorter one is looked up", async () => {
    expect((await fixture.raw(`GET /v1/secret/data/${"x".repeat(16_384)}`)).status).to.equal(414);
    expect((await fixture.raw(`GET /v1/secret/data/${"x".repeat(64 * 1024)}`)).status).to.equal(431);
    expect((await fixture.raw(`GET /v1/secret/data/${"x".repeat(16_000)}`)).status).to.equal(404);
    expect(
      (await fixture.raw(`POST /v1/secret/data/${"%c3%bc".repeat(2_000)}`, { body: '{"data":{"v":1}}' })).status,
    ).to.equal(200);
  });
});
