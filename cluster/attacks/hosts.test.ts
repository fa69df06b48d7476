import { networkInterfaces } from "node:os";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { converse, statusesIn } from "../http/converse.suite.ts";
import { type Attacked, attacked } from "./attacked.suite.ts";

const foreign = [
  "evil.example",
  "evil.example:8200",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.evil.example",
  "evil.example#localhost",
  "localhost@evil.example",
  "evil.example/localhost",
  "localhost:80:evil.example",
  "[::1].evil.example",
  "[::2]",
  "10.0.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "2130706433",
  "",
  "localhost, evil.example",
];
const ours = ["localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8200", "127.1.2.3", "[::1]:8200"];

async function asking(address: string, host: string, line = "GET /v1/sys/seal-status", headers = "") {
  const received = await converse(address, [
    `${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
  ]);
  return { status: statusesIn(received)[0], received };
}

suite("requests for other hosts (DNS rebinding)", () => {
  let fixture: Attacked;
  let untouched: Attacked;
  before(async () => {
    fixture = await attacked({ allowedHosts: ["Oslo.Test", "fd00::1"] });
    untouched = await attacked({ sealed: true });
  });
  after(() => Promise.all([fixture[Symbol.asyncDispose](), untouched[Symbol.asyncDispose]()]));

  test("a foreign or missing Host is refused on every path", async () => {
    for (const host of foreign) {
      expect((await asking(fixture.cluster.api, host)).status, host).to.equal(403);
    }
    const { received } = await asking(fixture.cluster.api, "evil.example", "GET /ui");
    expect(received).to.include("HTTP/1.1 403 ").and.to.include("the Host of this request is not served");
    expect(statusesIn(await converse(fixture.cluster.api, ["GET /v1/sys/seal-status HTTP/1.0\r\n\r\n"]))).to.deep.equal(
      [403],
    );
    const target = await asking(fixture.cluster.api, "localhost", "GET http://evil.example/v1/sys/seal-status");
    expect(target.status).to.equal(404);
  });

  test("one foreign Host of two is enough for a refusal", async () => {
    for (const two of ["localhost\r\nHost: evil.example", "evil.example\r\nHost: localhost"]) {
      expect((await asking(fixture.cluster.api, two)).status, two).to.be.oneOf([400, 403]);
    }
  });

  test("loopback in every notation and allowed names are served", async () => {
    for (const host of [...ours, "oslo.test", "oslo.test:1", "[fd00::1]"]) {
      expect((await asking(fixture.cluster.api, host)).status, host).to.equal(200);
    }
  });

  test("no web page initialises a new cluster, neither by name nor by origin", async () => {
    const { api } = untouched.cluster;
    const body = '{"secret_shares":1,"secret_threshold":1}';
    const sent = `Content-Length: ${body.length}\r\nContent-Type: text/plain\r\n`;
    for (const [host, origin] of [
      ["evil.example", ""],
      ["localhost", "Origin: http://evil.example\r\n"],
      ["localhost", "Origin: null\r\n"],
    ] as const) {
      const head = `PUT /v1/sys/init HTTP/1.1\r\nHost: ${host}\r\n${origin}${sent}Connection: close\r\n\r\n`;
      expect(statusesIn(await converse(api, [head + body])), host + origin).to.deep.equal([403]);
    }
    expect(await (await fetch(`${api}/v1/sys/init`)).json()).to.deep.equal({ initialized: false });
  });

  test("a cluster on all interfaces is served by the address of the connection", async () => {
    await using open = await attacked({ host: "0.0.0.0" });
    const { port } = new URL(open.cluster.api);
    const addresses = Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ family }) => family === "IPv4");
    for (const { address } of addresses) {
      expect((await fetch(`http://${address}:${port}/v1/sys/health`)).status, address).to.equal(200);
      expect((await asking(`http://${address}:${port}`, "evil.example")).status).to.equal(403);
    }
  });
});
