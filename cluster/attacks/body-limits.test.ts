import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { converse, statusesIn } from "../http/converse.suite.ts";
import { type Attacked, attacked } from "./attacked.suite.ts";

const mebibyte = 1024 * 1024;
const body = (bytes: number, fields = "") => `{${fields}"unknown":"${"x".repeat(bytes - fields.length - 14)}"}`;

suite("limits of bodies", () => {
  let fixture: Attacked;
  let weak: string;
  before(async () => {
    fixture = await attacked();
    for (const [path, fields] of [
      ["sys/mounts/plain", { type: "kv" }],
      ["sys/mounts/deep/in/here", { type: "kv", options: { version: "2" } }],
      ["sys/auth/cloud", { type: "aws" }],
      ["sys/auth/own/way", { type: "userpass" }],
      ["sys/auth/approle", { type: "approle" }],
      ["sys/policies/acl/writer", { policy: 'path "plain/*" { capabilities = ["create", "update"] }' }],
    ] as const) {
      expect((await fixture.ask("POST", path, fields)).status, path).to.equal(204);
    }
    expect((await fixture.ask("POST", "sys/namespaces/team", {})).status).to.equal(200);
    const made = JSON.parse((await fixture.ask("POST", "auth/token/create", { policies: ["writer"] })).text);
    weak = made.auth.client_token;
  });
  after(() => fixture[Symbol.asyncDispose]());

  const status = async (path: string, text: string, { token = fixture.rootToken, headers = "" } = {}) =>
    (await fixture.raw(`POST /v1/${path}`, { token, body: text, headers })).status;

  test("logins, requests without a token and requests without documents may send 1 MiB, with any token", async () => {
    for (const path of [
      "auth/cloud/login",
      "auth/own/way/login/ada",
      "auth/approle/login",
      "sys/unseal",
      "sys/init",
      "sys/generate-root/update",
      "sys/rekey/update",
      "sys/wrapping/lookup",
      "sys/wrapping/unwrap",
      "sys/wrapping/wrap",
      "sys/capabilities-self",
      "sys/tools/hash",
      "cubbyhole/a",
      "auth/token/create",
      "identity/entity",
      "no/such/path",
    ]) {
      for (const token of [fixture.rootToken, weak, "hvs.forged", ""]) {
        expect(await status(path, body(mebibyte), { token }), path).not.to.equal(413);
        expect(await status(path, body(mebibyte + 1), { token }), path).to.equal(413);
      }
    }
  });

  test("documents may have 4 MiB, wherever they are stored, from a client with a valid token", async () => {
    const policy = String.raw`"policy":"path \"a\" {}",`;
    for (const [path, fields] of [
      ["plain/a", ""],
      ["deep/in/here/data/a", '"data":{},'],
      ["sys/policies/acl/long", policy],
      ["sys/policy/long", policy],
      ["identity/group", '"name":"g",'],
    ] as const) {
      expect(await status(path, body(4 * mebibyte, fields)), path).to.be.oneOf([200, 204]);
      expect(await status(path, body(4 * mebibyte + 1, fields)), path).to.equal(413);
      for (const token of ["hvs.forged", "hvb.forged", ""]) {
        expect(await status(path, body(mebibyte, fields), { token }), path).to.equal(403);
        expect(await status(path, body(mebibyte + 1, fields), { token }), path).to.equal(413);
      }
    }
    expect(await status("plain/b", body(4 * mebibyte), { token: weak })).to.equal(204);
    const headers = "X-Vault-Namespace: team\r\n";
    expect((await fixture.raw("POST /v1/sys/mounts/kv", { body: '{"type":"kv"}', headers })).status).to.equal(204);
    expect(await status("kv/a", body(4 * mebibyte), { headers })).to.equal(204);
    expect(await status("team/kv/a", body(4 * mebibyte))).to.equal(204);
  });

  test("a chunked body without an announced length has the same limits", async () => {
    const chunked = async (path: string, token: string, pieces: number) => {
      const head = `POST /v1/${path} HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${token}\r\nConnection: close\r\n`;
      const chunk = Buffer.from(`10000\r\n${"x".repeat(0x10000)}\r\n`);
      const parts = ['6\r\n{"v":"\r\n', ...Array<Buffer>(pieces).fill(chunk), '2\r\n"}\r\n0\r\n\r\n'];
      return statusesIn(await converse(fixture.cluster.api, [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...parts]));
    };
    expect(await chunked("plain/c", fixture.rootToken, 32)).to.deep.equal([204]);
    expect(await chunked("plain/c", fixture.rootToken, 64)).to.deep.equal([413]);
    expect(await chunked("plain/c", "hvs.forged", 16)).to.deep.equal([413]);
    expect(await chunked("sys/wrapping/lookup", fixture.rootToken, 16)).to.deep.equal([413]);
  });

  test("the number of pieces of a body is limited, with more for longer ones", async () => {
    const inPieces = async (text: string, count: number) => {
      const head = "POST /v1/sys/wrapping/lookup HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
      const chunk = `${text.length.toString(16)}\r\n${text}\r\n`;
      const all = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`;
      return statusesIn(await converse(fixture.cluster.api, [all]));
    };
    expect(await inPieces(" ", 16_384)).to.deep.equal([400]);
    expect(await inPieces(" ", 16_500)).to.deep.equal([413]);
    expect(await inPieces(" ".repeat(60), 16_900)).to.deep.equal([400]);
  });

  test("only groups accept the maximum number of values of a body", async () => {
    const ids = Array.from({ length: 50_000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
    const tooMany = await fixture.ask("POST", "plain/many", { ids: ids.slice(0, 12_288) });
    expect([tooMany.status, tooMany.text]).to.deep.equal([
      400,
      '{"errors":["error parsing JSON: more than 12288 values and names"]}',
    ]);
    expect((await fixture.ask("POST", "plain/many", { ids: ids.slice(0, 12_000) })).status).to.equal(204);
    const members = (count: number) => Object.fromEntries(ids.slice(0, count).map((id) => [id, 1]));
    for (const [count, taken] of [
      [6_000, true],
      [6_200, false],
    ] as const) {
      expect((await fixture.ask("POST", "plain/members", members(count))).status).to.equal(taken ? 204 : 400);
      const versioned = await fixture.ask("POST", "deep/in/here/data/members", { data: members(count) });
      expect(versioned.status).to.equal(taken ? 200 : 400);
    }
    // Each id is looked up. The refusal is that none of them exists.
    const group = await fixture.ask("POST", "identity/group", { name: "many", member_entity_ids: ids });
    expect(group.text).not.to.include("values and names").and.not.include("items");
    const forged = await fixture.ask("POST", "identity/group", JSON.stringify({ a: Array(13_000).fill(1) }), "no");
    expect(forged.text).to.include("more than 12288 values and names");
  });

  test("no long body is accepted while the cluster is sealed, or with a revoked token", async () => {
    const made = JSON.parse((await fixture.ask("POST", "auth/token/create", { policies: ["writer"] })).text);
    const token = made.auth.client_token;
    expect(await status("plain/d", body(2 * mebibyte), { token })).to.equal(204);
    await fixture.ask("POST", "auth/token/revoke", { token });
    expect(await status("plain/d", body(2 * mebibyte), { token })).to.equal(413);
    await using sealed = await attacked({ sealed: true });
    const line = "POST /v1/plain/e";
    expect((await sealed.raw(line, { body: body(mebibyte) })).status).to.equal(503);
    expect((await sealed.raw(line, { body: body(mebibyte + 1) })).status).to.equal(413);
  });

  test("patches grow a secret up to 4 MiB, and a longest secret can still become shorter", async () => {
    const patch = async (data: object) => {
      const reply = await fetch(`${fixture.cluster.api}/v1/deep/in/here/data/patched`, {
        method: "PATCH",
        headers: { "X-Vault-Token": fixture.rootToken, "Content-Type": "application/merge-patch+json" },
        body: JSON.stringify({ data }),
      });
      return [reply.status, await reply.text()];
    };
    const long = "x".repeat(1.5 * mebibyte);
    expect((await fixture.ask("POST", "deep/in/here/data/patched", { data: { a: long, b: long } })).status).to.equal(
      200,
    );
    expect(await patch({ c: long })).to.deep.equal([
      400,
      '{"errors":["a patched secret may be 4194304 characters long"]}',
    ]);
    expect((await patch({ a: null }))[0]).to.equal(200);
    expect((await patch({ c: long }))[0]).to.equal(200);
  });
});
