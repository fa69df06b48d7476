import { suite, test } from "node:test";
import { expect } from "chai";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

const page = "https://tools.example";

async function browse(
  { engine }: LoneEngine,
  method: string,
  { origin = page, path = "sys/health", headers = {} }: { origin?: string; path?: string; headers?: object } = {},
) {
  const reply = await engine.handle({
    method,
    target: `/v1/${path}`,
    headers: { ...(origin === "" ? {} : { origin }), "x-vault-token": "root", ...headers },
    body: "",
    remoteAddress: "127.0.0.1",
  });
  const corsHeaders = Object.entries(reply.headers).filter(
    ([name]) => name.startsWith("access-control") || name === "vary",
  );
  return { status: reply.status, body: reply.body, corsHeaders: Object.fromEntries(corsHeaders) };
}

const preflight = { headers: { "access-control-request-method": "PUT" } };
const allowed = { "access-control-allow-origin": page, vary: "Origin" };
const standardHeaders =
  "Content-Type,X-Requested-With,X-Vault-AWS-IAM-Server-ID,X-Vault-MFA,X-Vault-No-Request-Forwarding,X-Vault-Wrap-Format,X-Vault-Wrap-TTL,X-Vault-Policy-Override,Authorization,X-Vault-Token";

suite("requests of pages of other origins", () => {
  test("by default, pages of every origin are refused, and a request without an origin is accepted", async () => {
    const lone = await loneEngine();
    expect((await lone.ask("GET", "sys/config/cors")).body?.data).to.deep.equal({ enabled: false });
    const refused = { status: 403, body: '{"errors":["origin not allowed"]}', corsHeaders: {} };
    for (const origin of [page, "null", "http://127.0.0.1:8200"]) {
      expect(await browse(lone, "GET", { origin }), origin).to.deep.equal(refused);
      expect(await browse(lone, "OPTIONS", { origin, ...preflight }), origin).to.deep.equal(refused);
    }
    expect((await browse(lone, "GET", { origin: "" })).status).to.equal(200);
    expect(await browse(lone, "OPTIONS", { origin: "", ...preflight })).to.include({ status: 405 });
  });

  test("header names with invalid characters are refused and change nothing", async () => {
    const lone = await loneEngine();
    expect(
      (await lone.ask("PUT", "sys/config/cors", { allowed_origins: page, allowed_headers: ["X-A"] })).status,
    ).to.equal(204);
    for (const name of ["X-B\r\nX-C: 1", "X-B\0", "X-\u0100", "X B", "é"]) {
      const { status, body } = await lone.ask("PUT", "sys/config/cors", {
        allowed_origins: page,
        allowed_headers: [name],
      });
      expect([status, String(body?.errors)].join(" "), JSON.stringify(name)).to.match(
        /^400 allowed_headers: ".*" is not/,
      );
    }
    const { corsHeaders } = await browse(lone, "OPTIONS", preflight);
    expect(corsHeaders["access-control-allow-headers"]).to.equal(`${standardHeaders},X-A`);
  });

  test("a sealed cluster refuses pages of every origin, even allowed ones", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: "*" });
    expect((await browse(lone, "GET", { path: "sys/seal-status" })).status).to.equal(200);
    await lone.ask("PUT", "sys/seal");
    for (const [method, path] of [
      ["GET", "sys/seal-status"],
      ["PUT", "sys/init"],
      ["PUT", "sys/unseal"],
    ] as const) {
      expect((await browse(lone, method, { path })).status, path).to.equal(403);
      expect((await browse(lone, method, { path, origin: "" })).status, path).not.to.equal(403);
    }
  });

  test("a page of an allowed origin gets a preflight response without a token", async () => {
    const lone = await loneEngine();
    expect((await lone.ask("PUT", "sys/config/cors", { allowed_origins: page })).status).to.equal(204);
    const headers = { ...preflight.headers, "x-vault-token": undefined };
    expect(await browse(lone, "OPTIONS", { path: "secret/data/a", headers })).to.deep.equal({
      status: 200,
      body: "",
      corsHeaders: {
        ...allowed,
        "access-control-allow-headers": standardHeaders,
        "access-control-allow-methods": "DELETE,GET,OPTIONS,POST,PUT,LIST",
        "access-control-max-age": "300",
      },
    });
  });

  test("every response to an allowed page has CORS headers, whatever its status", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: [page, "https://other.example"] });
    for (const [method, path, status] of [
      ["GET", "sys/health", 200],
      ["GET", "secret/data/none", 404],
      ["PUT", "sys/health", 405],
      ["DELETE", "sys/mounts/none", 204],
      ["GET", "sys/metrics?format=prometheus", 200],
    ] as const) {
      const { corsHeaders, ...answer } = await browse(lone, method, { path });
      expect([answer.status, corsHeaders], path).to.deep.equal([status, allowed]);
    }
    expect((await browse(lone, "GET", { origin: "https://other.example" })).corsHeaders).to.deep.equal({
      ...allowed,
      "access-control-allow-origin": "https://other.example",
    });
  });

  test("a page of any other origin is refused before the request is handled", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: page });
    const refused = { status: 403, body: '{"errors":["origin not allowed"]}', corsHeaders: {} };
    for (const origin of [
      "https://evil.example",
      `${page}.evil.example`,
      `${page}:444`,
      "http://tools.example",
      "null",
    ]) {
      expect(await browse(lone, "DELETE", { origin, path: "sys/config/cors" }), origin).to.deep.equal(refused);
      expect(await browse(lone, "OPTIONS", { origin, ...preflight }), origin).to.deep.equal(refused);
    }
    expect((await lone.ask("GET", "sys/config/cors")).body?.data).to.include({ enabled: true });
  });

  test("the wildcard allows pages of every origin; requests without an origin get no CORS headers", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: "*" });
    expect((await browse(lone, "GET")).corsHeaders).to.deep.equal(allowed);
    expect(await browse(lone, "GET", { origin: "" })).to.deep.include({ status: 200, corsHeaders: {} });
    expect((await browse(lone, "OPTIONS", { origin: "", ...preflight })).status).to.equal(405);
  });

  test("a preflight request for an unlisted method is refused", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: "*" });
    for (const verb of ["PATCH", "TRACE", undefined]) {
      const headers = { "access-control-request-method": verb };
      expect((await browse(lone, "OPTIONS", { headers })).status, verb).to.equal(405);
    }
  });

  test("additional headers follow the standard ones, are returned by a read, and are removed with the settings", async () => {
    const lone = await loneEngine();
    const own = { allowed_origins: [page], allowed_headers: ["X-Own", "x-vault-token"] };
    await lone.ask("POST", "sys/config/cors", own);
    const { body } = await lone.ask("GET", "sys/config/cors");
    const data = { enabled: true, allowed_origins: [page], allowed_headers: [...standardHeaders.split(","), "X-Own"] };
    expect(body?.data).to.deep.equal(data);
    expect(body).to.deep.include(data);
    const { corsHeaders } = await browse(lone, "OPTIONS", preflight);
    expect(corsHeaders["access-control-allow-headers"]).to.equal(`${standardHeaders},X-Own`);
    expect((await lone.ask("DELETE", "sys/config/cors")).status).to.equal(204);
    expect((await browse(lone, "GET")).corsHeaders).to.deep.equal({});
    expect((await lone.ask("GET", "sys/config/cors")).body?.data).to.deep.equal({ enabled: false });
  });

  test("the settings persist across a restart", async () => {
    const lone = await loneEngine();
    await lone.ask("PUT", "sys/config/cors", { allowed_origins: page });
    expect((await browse(await loneEngine(lone.store), "GET")).corsHeaders).to.deep.equal(allowed);
  });

  for (const [claim, body, error] of [
    ["no origin", {}, "at least one origin or the wildcard must be provided"],
    [
      "the wildcard beside another origin",
      { allowed_origins: ["*", page] },
      "to allow all origins the '*' must be the only value for allowed_origins",
    ],
  ] as const) {
    test(`${claim} is refused`, async () => {
      const { ask } = await loneEngine();
      expect(await ask("PUT", "sys/config/cors", body)).to.deep.equal({ status: 400, body: { errors: [error] } });
    });
  }
});
