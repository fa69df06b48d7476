import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { converse, statusesIn } from "../http/converse.suite.ts";
import { type Attacked, attacked } from "./attacked.suite.ts";

const prototypeNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
] as const;

suite("hostile bodies and names", () => {
  let fixture: Attacked;

  before(async () => {
    fixture = await attacked();
    await fixture.ask("POST", "sys/mounts/plain", { type: "kv" });
    await fixture.ask("POST", "sys/auth/userpass", { type: "userpass" });
  });
  after(() => fixture[Symbol.asyncDispose]());

  for (const [claim, body] of [
    ["nested too deeply", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["deep and never closed", `{"a":${"[".repeat(1_000_000)}`],
    ["deeply nested objects", '{"a":'.repeat(100_000)],
    ["broken", '{"a":'],
    ["an array", "[1]"],
    ["a text", '"a"'],
    ["a number", "12"],
    ["not JSON", "<xml/>"],
  ] as const) {
    test(`JSON that is ${claim} gets 400`, async () => {
      const { status, text } = await fixture.ask("POST", "plain/x", body);
      expect([status, text]).to.deep.equal([400, '{"errors":["error parsing JSON"]}']);
    });
  }

  test("JSON of the maximum depth is stored and returned", async () => {
    const body = `{"a":${"[".repeat(4_000)}${"]".repeat(4_000)}}`;
    expect((await fixture.ask("POST", "plain/deep", body)).status).to.equal(204);
    expect((await fixture.ask("GET", "plain/deep")).text).to.include(body);
  });

  test("brackets in a string do not count as nesting", async () => {
    expect((await fixture.ask("POST", "plain/text", { a: "[{".repeat(20_000), b: '\\"' })).status).to.equal(204);
  });

  test("the last of duplicate keys counts, for the policy and for the handler", async () => {
    const policy = 'path "plain/*" { capabilities = ["create", "update"] denied_parameters = { "v" = ["bad"] } }';
    await fixture.ask("PUT", "sys/policies/acl/picky", { policy });
    const { text } = await fixture.ask("POST", "auth/token/create", { policies: ["picky"] });
    const token = JSON.parse(text).auth.client_token;
    expect((await fixture.ask("POST", "plain/twice", '{"v":"good","v":"bad"}', token)).status).to.equal(403);
    expect((await fixture.ask("POST", "plain/twice", '{"v":"bad","v":"good"}', token)).status).to.equal(204);
    expect((await fixture.ask("GET", "plain/twice")).data).to.deep.equal({ v: "good" });
  });

  test("names of prototypes are ordinary names: keys, values, policies, users, mounts", async () => {
    for (const name of prototypeNames) {
      const body = `{"${name}":{"polluted":true},"v":"${name}"}`;
      expect((await fixture.ask("POST", `plain/${name}`, body)).status, name).to.equal(204);
      expect((await fixture.ask("GET", `plain/${name}`)).text, name).to.include(body);
      const policy = `path "${name}/*" { capabilities = ["read"] }`;
      // With a warning for names with capitals, which the service lowers.
      const written = await fixture.ask("PUT", `sys/policies/acl/${name}`, { policy });
      expect(written.status, name).to.equal(name === name.toLowerCase() ? 204 : 200);
      expect((await fixture.ask("GET", `sys/policies/acl/${name}`)).data?.policy, name).to.equal(policy);
      expect((await fixture.ask("POST", `auth/userpass/users/${name}`, { password: "p" })).status, name).to.equal(204);
      const login = await fixture.ask("POST", `auth/userpass/login/${name}`, { password: "p" });
      expect(login.status, name).to.equal(200);
      expect((await fixture.ask("POST", `sys/mounts/${name}`, { type: "kv" })).status, name).to.equal(204);
      expect((await fixture.ask("POST", `${name}/x`, { v: name })).status, name).to.equal(204);
      expect((await fixture.ask("GET", `${name}/x`)).data, name).to.deep.equal({ v: name });
    }
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    expect((await fixture.ask("LIST", "plain/")).text).to.include('"__proto__"');
  });

  test("names of prototypes are ordinary names in forms", async () => {
    const body = prototypeNames.map((name) => `${name}=${name}`).join("&");
    const headers = "Content-Type: application/x-www-form-urlencoded\r\n";
    expect((await fixture.raw("POST /v1/plain/form", { body, headers })).status).to.equal(204);
    const { text } = await fixture.ask("GET", "plain/form");
    for (const name of prototypeNames) expect(text).to.include(`"${name}":"${name}"`);
  });

  test("names of prototypes that do not exist are not found", async () => {
    for (const name of prototypeNames) {
      expect((await fixture.ask("GET", `secret/data/none/${name}`)).status, name).to.equal(404);
      expect((await fixture.ask("GET", `auth/userpass/users/none-${name}`)).status, name).to.equal(404);
      expect((await fixture.ask("GET", `sys/mounts/none-${name}`)).status, name).to.equal(400);
      expect((await fixture.ask("GET", `sys/${name}`)).status, name).to.equal(404);
      expect((await fixture.ask("GET", `sys/policies/acl/none-${name}`)).status, name).to.equal(404);
      expect((await fixture.ask("GET", `sys/mounts?${name}=1&list=${name}`)).status, name).to.equal(400);
      expect((await fixture.ask("GET", `sys/health?${name}=1`)).status, name).to.equal(200);
      expect((await fixture.ask("GET", "sys/mounts", undefined, name)).status, name).to.equal(403);
      const headers = `${name}: 1\r\nX-Vault-Namespace: ${name}\r\n`;
      expect((await fixture.raw("GET /v1/sys/mounts", { headers })).status, name).to.be.within(400, 404);
      expect((await fixture.raw(`${name} /v1/sys/mounts`)).status, name).to.equal(405);
    }
  });

  test("numbers of any size are refused in parameters and preserved in stored data", async () => {
    for (const huge of ["1e999", "-1e999", "99999999999999999999999", "1.5", "-1", '"1e5"', '"0x10"']) {
      const create = await fixture.ask("POST", "auth/token/create", `{"num_uses":${huge}}`);
      expect(create.status, huge).to.equal(400);
      expect((await fixture.ask("POST", "sys/tools/random", `{"bytes":${huge}}`)).status, huge).to.equal(400);
      expect((await fixture.ask("POST", "plain/huge", `{"n":${huge}}`)).status, huge).to.equal(204);
      expect((await fixture.ask("GET", "plain/huge")).text, huge).to.include(`"n":${huge}`);
    }
    for (const duration of ['"999999999999999999h"', "9".repeat(400), "1e18", '"9223372037"']) {
      for (const name of ["ttl", "explicit_max_ttl", "period"]) {
        const create = await fixture.ask("POST", "auth/token/create", `{"${name}":${duration}}`);
        expect(create.status, `${name} ${duration}`).to.equal(400);
      }
      const mount = await fixture.ask("POST", "sys/mounts/plain/tune", `{"default_lease_ttl":${duration}}`);
      expect(mount.status, duration).to.equal(400);
    }
    expect((await fixture.ask("POST", "plain/long", `{"n":${"9".repeat(100_000)}}`)).status).to.equal(204);
  });

  test("a name of 64 KiB in a body is accepted or refused, and does no harm", async () => {
    const name = "n".repeat(64 * 1024);
    for (const [path, body] of [
      ["identity/entity", { name }],
      ["identity/group", { name }],
      ["auth/token/create", { display_name: name, metadata: { [name]: name } }],
      ["auth/token/lookup", { token: name }],
      ["sys/leases/lookup", { lease_id: name }],
      ["sys/wrapping/unwrap", { token: name }],
      ["sys/remount", { from: name, to: name }],
      ["plain/wide", { [name]: name }],
    ] as const) {
      expect((await fixture.ask("POST", path, body)).status, path).to.be.below(500);
    }
  });

  test("a body of 33 MiB gets 413, whether its length was announced or not", async () => {
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    const head = `POST /v1/plain/big HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${fixture.rootToken}\r\nConnection: close\r\n`;
    const announced = [`${head}Content-Length: ${33 * piece.length}\r\n\r\n`, ...Array<Buffer>(33).fill(piece)];
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]);
    const chunked = [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array<Buffer>(33).fill(chunk), "0\r\n\r\n"];
    for (const parts of [announced, chunked]) {
      const received = await converse(fixture.cluster.api, parts);
      expect(statusesIn(received)).to.deep.equal([413]);
      expect(received)
        .to.include("error parsing JSON")
        .and.to.match(/the body is longer than \d+ bytes/);
    }
  });

  test("invalid UTF-8 in a body is replaced, and the rest is kept", async () => {
    const head = `POST /v1/plain/bytes HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${fixture.rootToken}\r\nConnection: close\r\n`;
    const body = Buffer.concat([Buffer.from('{"v":"a'), Buffer.from([0xff, 0xc0, 0xaf]), Buffer.from('b"}')]);
    const received = await converse(fixture.cluster.api, [`${head}Content-Length: ${body.length}\r\n\r\n`, body]);
    expect(statusesIn(received)).to.deep.equal([204]);
    expect((await fixture.ask("GET", "plain/bytes")).data).to.deep.equal({ v: "a\ufffd\ufffd\ufffdb" });
  });

  test("a body on a request that has none changes nothing, and must still be valid", async () => {
    const read = (body: string) => fixture.raw("GET /v1/plain/twice", { body });
    await fixture.ask("POST", "plain/twice", { v: "good" });
    expect((await read('{"v":"other","list":true}')).status).to.equal(200);
    expect((await read("{")).status).to.equal(400);
    expect((await fixture.raw("DELETE /v1/sys/mounts/none", { body: '{"path":"plain"}' })).status).to.equal(204);
    expect((await fixture.ask("GET", "plain/twice")).data).to.deep.equal({ v: "good" });
  });
});
