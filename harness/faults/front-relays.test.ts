import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { freePort } from "#harness/databases/free-port.ts";
import { type FrontedCluster, frontRelays } from "./front-relays.ts";

const host = "127.0.0.1";
const addresses = { Oslo: "127.0.1.10", Lima: "127.0.1.20", Kyoto: "127.0.1.30" } as const;
type Name = keyof typeof addresses;

/** A server that sends back what it receives, behind a relay. */
type Fronted = FrontedCluster & Readonly<{ server: Server; relay: number }>;

async function fronted(name: Name, from: readonly string[]): Promise<Fronted> {
  const server = createServer((socket) => socket.on("error", () => {}).pipe(socket)).listen(0, host);
  await once(server, "listening");
  const [relay, { port }] = [await freePort(), server.address() as AddressInfo];
  return { name, from, server, relay, relays: [{ bind: { host, port: relay }, to: { host, port } }] };
}

/** Resolves when the socket is closed, also by a reset. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

/** True if a new connection from one cluster to the relay of another returns an echo. */
async function reaches(from: string, { relay }: Fronted): Promise<boolean> {
  const socket = connect({ host, port: relay, localAddress: from });
  socket.on("error", () => {});
  const echo = new Promise<boolean>((resolve) => socket.once("data", () => resolve(true)));
  socket.write("hello");
  try {
    return await Promise.race([echo, closed(socket).then(() => false), passed(500, false)]);
  } finally {
    socket.destroy();
  }
}

// Other systems have only one loopback address.
suite("relays in front of clusters", { skip: process.platform !== "linux" }, () => {
  async function opened(areKnown: boolean) {
    const names = ["Oslo", "Lima", "Kyoto"] as const;
    const all = await Promise.all(names.map((name) => fronted(name, areKnown ? [addresses[name]] : [])));
    const [oslo, lima, kyoto] = all;
    if (!oslo || !lima || !kyoto) throw new Error("there are three clusters");
    const relays = await frontRelays(all);
    return {
      ...{ oslo, lima, kyoto, relays },
      async [Symbol.asyncDispose]() {
        await relays[Symbol.asyncDispose]();
        for (const { server } of all) server.close();
      },
    };
  }

  test("partition two clusters in both directions, and not a third, if their addresses are known", async () => {
    await using clusters = await opened(true);
    const { oslo, lima, kyoto, relays } = clusters;
    expect(relays.areDistinguished).to.equal(true);
    relays.inject("Oslo", "Lima", { isPartitioned: true });
    const reached = await Promise.all([
      reaches(addresses.Lima, oslo),
      reaches(addresses.Oslo, lima),
      reaches(addresses.Kyoto, oslo),
      reaches(addresses.Oslo, kyoto),
      reaches("127.0.0.1", oslo),
    ]);
    expect(reached).to.deep.equal([false, false, true, true, true]);
    relays.heal("Oslo", "Lima");
    expect(await reaches(addresses.Lima, oslo)).to.equal(true);
  });

  test("reset the current connections between two clusters only", async () => {
    await using clusters = await opened(true);
    const { oslo, relays } = clusters;
    const [fromLima, fromKyoto] = [addresses.Lima, addresses.Kyoto].map((localAddress) =>
      connect({ host, port: oslo.relay, localAddress }).on("error", () => {}),
    );
    for (const socket of [fromLima, fromKyoto]) {
      socket?.write("hello");
      if (socket) await once(socket, "data");
    }
    const gone = fromLima && closed(fromLima);
    await relays.reset("Oslo", "Lima");
    await Promise.race([gone, passed(2_000)]);
    expect([fromLima?.destroyed, fromKyoto?.destroyed]).to.deep.equal([true, false]);
    fromKyoto?.destroy();
  });

  test("affect the connections of all clusters if their addresses are unknown", async () => {
    await using clusters = await opened(false);
    const { oslo, kyoto, relays } = clusters;
    expect(relays.areDistinguished).to.equal(false);
    relays.inject("Oslo", "Lima", { silent: ["to client"] });
    expect(await reaches(addresses.Kyoto, oslo)).to.equal(false);
    expect(await reaches(addresses.Lima, kyoto)).to.equal(true);
    relays.healAll();
    expect(await reaches(addresses.Kyoto, oslo)).to.equal(true);
  });
});
