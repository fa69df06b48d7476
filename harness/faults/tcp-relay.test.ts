import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, suite, test } from "node:test";
import { expect } from "chai";
import { type TcpRelay, tcpRelay } from "./tcp-relay.ts";

/** A server that sends back what it gets, and notes it. */
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

/** A client of the relay. `heard` is all that came; `ended` how the connection ended. */
function client(port: number) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let heard = "";
  const listeners = new Set<() => void>();
  socket.on("data", (data) => {
    heard += String(data);
    for (const listener of listeners) listener();
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on("end", () => resolve("end"));
  });
  return {
    socket,
    ended,
    heard: () => heard,
    say: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    /** Resolves when this much was heard. */
    hears: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => heard.includes(text) && resolve();
        listeners.add(look);
        look();
      }),
  };
}

async function until(look: () => boolean): Promise<void> {
  while (!look()) await new Promise((resolve) => setImmediate(resolve));
}

suite("a TCP relay", { timeout: 20_000 }, () => {
  let server: Echo;
  let relay: TcpRelay;
  let ada: ReturnType<typeof client>;
  beforeEach(async () => {
    server = await echo();
    relay = await tcpRelay({ port: server.port });
    ada = client(relay.port);
    await ada.say("hello");
    await ada.hears("hello");
  });
  afterEach(async () => {
    ada.socket.destroy();
    await relay[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("carries both ways, and ends in good order when the client does", async () => {
    expect(server.got).to.deep.equal(["hello"]);
    expect(relay.connections).to.equal(1);
    ada.socket.end("bye");
    await ada.hears("hellobye");
    expect(await ada.ended).to.equal("end");
    await until(() => server.sockets.size === 0);
  });

  test("carries much, whole and in order", async () => {
    const pieces = Array.from({ length: 2_000 }, (_, n) => `${n}:${"x".repeat(4_000)};`);
    for (const piece of pieces) await ada.say(piece);
    await until(() => ada.heard().length === "hello".length + pieces.join("").length);
    expect(ada.heard()).to.equal(`hello${pieces.join("")}`);
  });

  test("partitioned, it resets what is open and what is new, until it is healed", async () => {
    relay.inject({ isPartitioned: true });
    expect(await ada.ended).to.equal("ECONNRESET");
    const late = client(relay.port);
    expect(await late.ended).to.equal("ECONNRESET");
    relay.heal();
    const bob = client(relay.port);
    await bob.say("again");
    await bob.hears("again");
    bob.socket.destroy();
    expect(server.got).to.deep.equal(["hello", "again"]);
  });

  test("as a black hole it lets nothing arrive and tells no end; when it is healed all goes on", async () => {
    relay.inject({ silent: ["to server", "to client"] });
    await ada.say("lost?");
    // Another connection, made through a relay without faults, shows that the server had the time.
    await using beside = await tcpRelay({ port: server.port });
    const bob = client(beside.port);
    await bob.say("seen");
    await bob.hears("seen");
    bob.socket.destroy();
    expect(server.got).to.deep.equal(["hello", "seen"]);
    expect(ada.socket.closed).to.equal(false);
    relay.heal();
    await ada.hears("hellolost?");
  });

  test("one way only: the server hears and its answers do not arrive", async () => {
    relay.inject({ silent: ["to client"] });
    await ada.say("done");
    await until(() => server.got.includes("done"));
    expect(ada.heard()).to.equal("hello");
    relay.heal();
    await ada.hears("hellodone");
  });

  test("a delay is as long as it is said, each way, and keeps the order", async () => {
    relay.inject({ delayMilliseconds: 60 });
    const began = performance.now();
    await ada.say("one ");
    await ada.say("two");
    await ada.hears("one two");
    expect(performance.now() - began).to.be.at.least(119);
  });

  test("a bandwidth is kept", async () => {
    relay.inject({ bytesPerSecond: 100_000 });
    const began = performance.now();
    await ada.say("x".repeat(10_000));
    await until(() => ada.heard().length === 10_005);
    expect(performance.now() - began).to.be.at.least(199);
  });

  test("a reset breaks what is open, once", async () => {
    await relay.reset();
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(relay.connections).to.equal(0);
    const bob = client(relay.port);
    await bob.say("again");
    await bob.hears("again");
    bob.socket.destroy();
  });

  test("what is beyond the most connections gets no answer until there is room", async () => {
    relay.inject({ maxConnections: 1 });
    const bob = client(relay.port);
    await once(bob.socket, "connect");
    await bob.say("room?");
    await ada.say("mine");
    await ada.hears("hellomine");
    expect(bob.heard()).to.equal("");
    relay.heal();
    await bob.hears("room?");
    bob.socket.destroy();
  });

  test("a tripwire cuts before the data arrive", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "cut before" });
    await ada.say("work");
    await ada.hears("hellowork");
    await ada.say("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    await until(() => server.sockets.size === 0);
    expect(server.got).to.deep.equal(["hello", "work"]);
  });

  test("a tripwire cuts after the data arrived, and before their answer does; the next connection is whole", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "cut after" });
    await ada.say("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(ada.heard()).to.equal("hello");
    await until(() => server.got.includes("COMMIT"));
    const bob = client(relay.port);
    await bob.say("COMMIT");
    await bob.hears("COMMIT");
    bob.socket.destroy();
  });

  test("what a tripwire holds arrives when the relay is healed, though its sender is gone", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", effect: "hold" });
    await ada.say("COMMIT");
    await tripped;
    ada.socket.destroy();
    const bob = client(relay.port);
    await bob.say("beside");
    await bob.hears("beside");
    expect(server.got).to.deep.equal(["hello", "beside"]);
    relay.heal();
    await until(() => server.got.includes("COMMIT"));
    bob.socket.destroy();
  });

  test("a tripwire garbles a text the time that is meant, on whatever connection, and nothing else", async () => {
    const tripped = relay.trip({ way: "to server", text: "INSERT", nth: 3, effect: "garble" });
    await ada.say("INSERT 1; INSERT 2");
    await ada.hears("helloINSERT 1; INSERT 2");
    const bob = client(relay.port);
    await bob.say("ask; INSERT 3; INSERT 4");
    await tripped;
    await bob.hears("ask; xxxxxx 3; INSERT 4");
    await ada.say("INSERT 5");
    await ada.hears("INSERT 5");
    bob.socket.destroy();
  });

  test("a tripwire cuts the time that is meant", async () => {
    const tripped = relay.trip({ way: "to server", text: "COMMIT", nth: 2, effect: "cut before" });
    await ada.say("COMMIT");
    await ada.hears("helloCOMMIT");
    await ada.say("COMMIT");
    await tripped;
    expect(await ada.ended).to.equal("ECONNRESET");
    expect(server.got).to.deep.equal(["hello", "COMMIT"]);
  });

  test("a server that is away is a reset", async () => {
    const port = server.port;
    await using nowhere = await tcpRelay({ port: () => port });
    await server[Symbol.asyncDispose]();
    const bob = client(nowhere.port);
    expect(await bob.ended).to.be.oneOf(["ECONNRESET", "end"]);
  });
});
