import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import { resetSocket } from "./reset-socket.ts";

/** Connects to a server of its own and gives what `end` came to: whether the connection is closed, and what the server was told. */
async function after(end: (client: Socket) => void): Promise<Readonly<{ told: string }>> {
  const told: string[] = [];
  const server = createServer((peer) => {
    peer.on("error", ({ code }: NodeJS.ErrnoException) => told.push(String(code)));
    peer.on("end", () => told.push("end"));
    peer.resume();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const peer = once(server, "connection");
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => {});
  await Promise.all([once(client, "connect"), peer]);
  const closed = new Promise((resolve) => client.once("close", resolve));
  end(client);
  await closed;
  const gone = once(server, "close");
  server.close();
  await gone;
  return { told: told.join(", ") };
}

suite("a socket that is reset", () => {
  test("tells its peer of a reset", async () => {
    expect(await after(resetSocket)).to.deep.equal({ told: "ECONNRESET" });
  });

  test("is closed also while its end is being sent", async () => {
    const { told } = await after((client) => {
      client.end("last words");
      resetSocket(client);
    });
    expect(told).to.be.oneOf(["end", "ECONNRESET", ""]);
  });

  test("may have been closed before", async () => {
    await after((client) => {
      client.destroy();
      resetSocket(client);
    });
  });
});
