import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import { statusesIn } from "./converse.suite.ts";
import { oneAfterAnother } from "./pipelining.ts";

async function sentAhead(text: string, count: number): Promise<Readonly<{ answered: number; maxAhead: number }>> {
  let [parsed, begun, maxAhead] = [0, 0, 0];
  const { connected, requested } = oneAfterAnother({
    async listener(_, response) {
      begun += 1;
      // Time to read all that will be read.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      maxAhead = Math.max(maxAhead, parsed - begun);
      response.end();
    },
    limits: { waitingRequestBytes: 1e9 },
    closing: new AbortController().signal,
  });
  const server = createServer().on("connection", connected).on("request", requested);
  server.prependListener("request", () => {
    parsed += 1;
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let reply = "";
  socket.on("data", (chunk) => {
    reply += chunk;
    if (statusesIn(reply).length === count) socket.end();
  });
  socket.write(text.repeat(count));
  await once(socket, "close");
  server.close();
  return { answered: statusesIn(reply).length, maxAhead };
}

suite("few of the pipelined requests of a connection are parsed in advance, and all are answered", () => {
  test("short requests", async () => {
    const { answered, maxAhead } = await sentAhead("GET / HTTP/1.1\r\nHost:\r\n\r\n", 2_000);
    expect(answered).to.equal(2_000);
    expect(maxAhead).to.be.within(2, 200);
  });

  test("requests with long headers", async () => {
    const { answered, maxAhead } = await sentAhead(`GET / HTTP/1.1\r\nHost:\r\nX: ${"x".repeat(10_000)}\r\n\r\n`, 200);
    expect(answered).to.equal(200);
    expect(maxAhead).to.be.within(2, 17);
  });
});
