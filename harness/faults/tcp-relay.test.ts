import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, suite, test } from "node:test";
import { expect } from "chai";
import { type TcpRelay, tcpRelay } from "./tcp-relay.ts";

async function echo() {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("end", () => socket.end());
    socket.on("data", (data) => {
      got.push(String(data));
      socket.write(data);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    got,
    sockets,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Echo = Awaited<ReturnType<typeof echo>>;

function client(port: number) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  const listeners = new Set<() => void>();
  socket.on("data", (data) => {
    received += String(data);
    for (const listener of listeners) listener();
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on("end", () => resolve("end"));
  });
  return {
    socket,
    ended,
    received: () => received,
    send: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    receives: (text: string) =>
      new Promise<void>((resolve) => {
        const check = () => received.includes(text) && resolve();
        listeners.add(check);
        check();
      }),
  };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
}

suite("a TCP relay", { timeout: 20_000 }, () => {
  let server: Echo;
  let relay: TcpRelay;
  let ada: ReturnType<typeof client>;
  beforeEach(async () => {
    server = await echo();
    relay = await tcpRelay({ port: server.port });
    ada = client(relay.port);
    await ada.send("hello");
    await ada.receives("hello");
  });
  afterEach(async () => {
    ada.socket.destroy();
    await relay[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("forwards both directions, and ends cleanly when the client does", async () => {
    expect(server.got).to.deep.equal(["hello"]);
    expect(relay.connections).to.equal(1);
    ada.socket.end("bye");
    await ada.receives("hellobye");
    expect(await ada.ended).to.equal("end");
    await until(() => server.sockets.size === 0);
  });

  test("forwards large amounts of data completely and in order", async () => {
    const pieces = Array.from({ length: 2_000 }, (_, n) => `${n}:${"x".repeat(4_000)};`);
    for (const piece of pieces) await ada.send(piece);
    await until(() => ada.received().length === "hello".length + pieces.join("").length);
    expect(ada.received()).to.equal(`hello${pieces.join("")}`);
  });

  test("partitioned, resets open and new connections until it is healed", async () => {
    relay.inject({ isPartitioned: true });
    expect(await ada.ended).to.equal("ECONNRESET");
    const late = client(relay.port);
    expect(await late.ended).to.equal("ECONNRESET");
    relay.heal();
    const bob = client(relay.port);
    await bob.send("again");
    await bob.receives("again");
    bob.socket.destroy();
    expect(server.got).to.deep.equal(["hello", "again"]);
  });

  test("drops everything silently as a black hole, keeps connections open, and delivers the data when healed", async () => {
    relay.inject({ silent: ["to server", "to client"] });
    await ada.send("lost?");
    // A connection through another relay shows that the server had enough time.
    await using beside = await tcpRelay({ port: server.port });
    const bob = client(beside.port);
    await bob.send("seen");
    await bob.receives("seen");
    bob.socket.destroy();
    expect(server.got).to.deep.equal(["hello", "seen"]);
    expect(ada.socket.closed).to.equal(false);
    relay.heal();
    await ada.receives("hellolost?");
  });

  test("in one direction only, delivers requests but no answers", async () => {
    relay.inject({ silent: ["to client"] });
    await ada.send("done");
    await until(() => server.got.includes("done"));
    expect(ada.received()).to.equal("hello");
    relay.heal();
    await ada.receives("hellodone");
  });

  test("delays each direction by the given time and keeps the order", async () => {
    relay.inject({ delayMilliseconds: 60 });
    const began = performance.now();
    await ada.send("one ");
    await ada.send("two");
    await ada.receives("one two");
    expect(performance.now() - began).to.be.at.least(119);
  });

  test("limits the bandwidth", async () => {
    relay.inject({ bytesPerSecond: 100_000 });
    const began = performance.now();
    await ada.send("x".repeat(10_000));
    await until(() => ada.received().length === 10_005);
    expect(performance.now() - began).to.be.at.least(199);
  });

  test("resets open connections once", async () => {
    await relay.reset();
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(relay.connections).to.equal(0);
    const bob = client(relay.port);
    await bob.send("again");
    await bob.receives("again");
    bob.socket.destroy();
  });

  test("above the maximum number of connections, leaves new ones unanswered until one is free", async () => {
    relay.inject({ maxConnections: 1 });
    const bob = client(relay.port);
    await once(bob.socket, "connect");
    await bob.send("room?");
    await ada.send("mine");
    await ada.receives("hellomine");
    expect(bob.received()).to.equal("");
    relay.heal();
    await bob.receives("room?");
    bob.socket.destroy();
  });

  test("a tripwire cuts the connection before the data arrive", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "cut before" });
    await ada.send("work");
    await ada.receives("hellowork");
    await ada.send("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    await until(() => server.sockets.size === 0);
    expect(server.got).to.deep.equal(["hello", "work"]);
  });

  test("a tripwire cuts the connection after the data arrived and before the answer; the next connection works", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "cut after" });
    await ada.send("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(ada.received()).to.equal("hello");
    await until(() => server.got.includes("COMMIT"));
    const bob = client(relay.port);
    await bob.send("COMMIT");
    await bob.receives("COMMIT");
    bob.socket.destroy();
  });

  test("data held by a tripwire arrive after the healing, even if the sender is gone", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "hold" });
    await ada.send("COMMIT");
    await tripped;
    ada.socket.destroy();
    const bob = client(relay.port);
    await bob.send("beside");
    await bob.receives("beside");
    expect(server.got).to.deep.equal(["hello", "beside"]);
    relay.heal();
    await until(() => server.got.includes("COMMIT"));
    bob.socket.destroy();
  });

  test("a tripwire garbles only the nth occurrence of a text, on any connection", async () => {
    const tripped = relay.trip({ way: "to server", text: "INSERT", nth: 3, effect: "garble" });
    await ada.send("INSERT 1; INSERT 2");
    await ada.receives("helloINSERT 1; INSERT 2");
    const bob = client(relay.port);
    await bob.send("ask; INSERT 3; INSERT 4");
    await tripped;
    await bob.receives("ask; xxxxxx 3; INSERT 4");
    await ada.send("INSERT 5");
    await ada.receives("INSERT 5");
    bob.socket.destroy();
  });

  test("a tripwire cuts at the nth occurrence", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", nth: 2, effect: "cut before" });
    await ada.send("COMMIT");
    await ada.receives("helloCOMMIT");
    await ada.send("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(server.got).to.deep.equal(["hello", "COMMIT"]);
  });

  test("resets connections to a server that is down", async () => {
    const port = server.port;
    await using relayToNowhere = await tcpRelay({ port: () => port });
    await server[Symbol.asyncDispose]();
    const bob = client(relayToNowhere.port);
    expect(await bob.ended).to.be.oneOf(["ECONNRESET", "end"]);
  });
});
