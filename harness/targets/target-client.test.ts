import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { TargetTrouble, targetClient } from "./target-client.ts";
import { anotherCertificate, certificate, key } from "./tls-server.suite.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-client-"));
after(() => rmSync(folder, { recursive: true }));
const caFile = join(folder, "ca.pem");
writeFileSync(caFile, certificate);

async function listening(isSecure: boolean, listener: RequestListener): Promise<string> {
  const server = isSecure ? createHttps({ cert: certificate, key }, listener) : createHttp(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `${isSecure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

suite("a client of a target", () => {
  test("verifies the certificate of a TLS server by the target's CA file only", async () => {
    const api = await listening(true, (_, response) => response.end('{"data":{"value":"blue"}}'));
    using trusting = targetClient({ name: "Oslo", api, caFile });
    expect((await trusting.call({ method: "GET", path: "colours/sky" })).body?.data).to.deep.equal({ value: "blue" });
    using other = targetClient({ name: "Oslo", api });
    const refused = await other.call({ method: "GET", path: "colours/sky" }).catch((error: Error) => error);
    expect(refused).to.have.property("code", "DEPTH_ZERO_SELF_SIGNED_CERT");
    const anotherFile = join(folder, "another.pem");
    writeFileSync(anotherFile, anotherCertificate);
    using mistaken = targetClient({ name: "Oslo", api, caFile: anotherFile });
    const alsoRefused = await mistaken.call({ method: "GET", path: "colours/sky" }).catch((error: Error) => error);
    expect(alsoRefused).to.have.property("code", "DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("sends the request of a scenario, and returns status, headers and body", async () => {
    const api = await listening(false, (request, response) => {
      const { method, url, headers } = request;
      request.setEncoding("utf8").on("data", (sent) => {
        response.writeHead(418, { "X-Index": "7" });
        response.end(
          JSON.stringify({ method, url, sent, token: headers["x-vault-token"], length: headers["content-length"] }),
        );
      });
    });
    using client = targetClient({ name: "Oslo", api });
    const reply = await client.call({ method: "PUT", path: "colours/sky blue", token: "t", body: { value: "ä" } });
    expect(reply.status).to.equal(418);
    expect(reply.headers).to.include({ "x-index": "7" });
    expect(reply.body).to.deep.equal({
      method: "PUT",
      url: "/v1/colours/sky%20blue",
      sent: '{"value":"ä"}',
      token: "t",
      length: "14",
    });
  });

  test("sends requests in the target's namespace, and those of a scenario's namespace below it", async () => {
    const api = await listening(false, (request, response) =>
      response.end(JSON.stringify({ data: { namespace: request.headers["x-vault-namespace"] ?? null } })),
    );
    using client = targetClient({ name: "Oslo", api, namespace: "team/tests" });
    const seen = async (headers?: Readonly<Record<string, string>>) =>
      (await client.call({ method: "GET", path: "x", ...(headers ? { headers } : {}) })).body?.data?.namespace;
    expect(await seen()).to.equal("team/tests");
    expect(await seen({ "X-Vault-Namespace": "/own/" })).to.equal("team/tests/own");
    expect(await seen({ "X-Svc-Namespace": "own/child" })).to.equal("team/tests/own/child");
    const health = await client.call({ method: "GET", path: "sys/health" });
    expect(health.body?.data).to.deep.equal({ namespace: null });
    using without = targetClient({ name: "Oslo", api });
    const reply = await without.call({ method: "GET", path: "x" });
    expect(reply.body?.data).to.deep.equal({ namespace: null });
  });

  test("presents its client certificate, which a server may require", async () => {
    const server = createHttps({ cert: certificate, key, ca: certificate, requestCert: true }, (_, response) =>
      response.end("{}"),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    after(() => server.close());
    const api = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keyFile = join(folder, "key.pem");
    writeFileSync(keyFile, key);
    using known = targetClient({ name: "Oslo", api, caFile, clientCertificate: { certFile: caFile, keyFile } });
    expect((await known.call({ method: "GET", path: "x" })).status).to.equal(200);
    using unknown = targetClient({ name: "Oslo", api, caFile });
    expect(await unknown.call({ method: "GET", path: "x" }).catch((error: Error) => error)).to.be.instanceOf(Error);
    const missing = { certFile: caFile, keyFile: join(folder, "none.pem") };
    expect(() => targetClient({ name: "Oslo", api, clientCertificate: missing })).to.throw(
      TargetTrouble,
      `the file with the client key of Oslo cannot be read: ${missing.keyFile} (ENOENT)`,
    );
  });

  test("reports a server whose reply is not JSON", async () => {
    const api = await listening(false, (_, response) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>"),
    );
    using client = targetClient({ name: "Oslo", api });
    const refused = await client.call({ method: "GET", path: "x" }).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(TargetTrouble);
    expect((refused as Error).message).to.match(
      /^Oslo at \S+ answers with text\/html, which is not JSON \(status 200\)/,
    );
  });

  test("reports a certificate file that cannot be read", () => {
    const none = join(folder, "none.pem");
    expect(() => targetClient({ name: "Oslo", api: "https://127.0.0.1", caFile: none })).to.throw(
      TargetTrouble,
      `the file with the CA certificates of Oslo cannot be read: ${none} (ENOENT)`,
    );
  });
});
