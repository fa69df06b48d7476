import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import { WebSocket } from "ws";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import { listeningLink, unauthenticatedPeer } from "./listening-link.suite.ts";
import type { OpenLink } from "./open-link.ts";
import type { UnauthenticatedLimits } from "./unauthenticated-peers.ts";

const deaf: WireListener = { opened() {}, received() {}, closed() {} };
const patient = { seconds: 600 };

/** A link that trusts a peer that says "friend" first, and keeps what it hears. */
async function watched(unauthenticatedPeerLimits: Partial<UnauthenticatedLimits> = patient) {
  const heard: string[] = [];
  const link = await listeningLink({
    unauthenticatedPeerLimits,
    accept(wire) {
      return {
        ...deaf,
        received(frame) {
          heard.push(frame.length > 100 ? `${frame.length}` : frame);
          if (frame === "friend") {
            wire.trust?.();
            wire.send("welcome");
          }
        },
      };
    },
  });
  return { link, heard, [Symbol.asyncDispose]: () => link[Symbol.asyncDispose]() };
}

async function dialled(link: OpenLink, options: { origin?: string } = {}): Promise<WebSocket> {
  const webSocket = unauthenticatedPeer(link, options);
  await once(webSocket, "open");
  return webSocket;
}

async function befriended(link: OpenLink): Promise<WebSocket> {
  const webSocket = await dialled(link);
  webSocket.send("friend");
  await once(webSocket, "message");
  return webSocket;
}

suite("who dials a cluster and has not said who it is", () => {
  for (const [claim, send] of [
    ["in one frame", (webSocket: WebSocket) => webSocket.send("x".repeat(100_000_000))],
    [
      "in pieces of one frame",
      (webSocket: WebSocket) => {
        for (let piece = 0; piece < 40; piece += 1) webSocket.send("x".repeat(1_000_000), { fin: false });
      },
    ],
  ] as const) {
    test(`is cut off when it sends more than an introduction, ${claim}`, async () => {
      await using fixture = await watched();
      const webSocket = await dialled(fixture.link);
      const friend = await befriended(fixture.link);
      send(webSocket);
      await once(webSocket, "close");
      expect(fixture.heard).to.deep.equal(["friend"]);
      expect(friend.readyState).to.equal(WebSocket.OPEN);
    });
  }

  test("sends as much as it likes once it is trusted", async () => {
    await using fixture = await watched();
    const friend = await befriended(fixture.link);
    friend.send("x".repeat(10_000_000));
    friend.send("friend");
    await once(friend, "message");
    expect(fixture.heard).to.deep.equal(["friend", "10000000", "friend"]);
  });

  test("is cut off after some seconds, be it silent or talkative, on a bare connection or a WebSocket", async () => {
    await using fixture = await watched({ seconds: 0.2 });
    const friend = await befriended(fixture.link);
    const silent = await dialled(fixture.link);
    const bare = connect({ host: "127.0.0.1", port: Number(new URL(fixture.link.clusterAddress).port) });
    bare.on("error", () => {}).resume();
    const talk = setInterval(() => bare.write("G"), 20);
    await Promise.all([once(silent, "close"), once(bare, "close")]);
    clearInterval(talk);
    friend.send("friend");
    await once(friend, "message");
  });

  test("makes room for newer ones when there are too many, and never pushes out who is trusted", async () => {
    await using fixture = await watched({ ...patient, connections: 8 });
    const friend = await befriended(fixture.link);
    const { port } = new URL(fixture.link.clusterAddress);
    const bare: Socket[] = [];
    for (let connection = 0; connection < 30; connection += 1) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      bare.push(socket.on("error", () => {}).resume());
      await once(socket, "connect");
    }
    await Promise.all(bare.slice(0, 22).map((socket) => socket.closed || once(socket, "close")));
    const other = await befriended(fixture.link);
    for (const webSocket of [friend, other]) {
      webSocket.send("friend");
      await once(webSocket, "message");
    }
    for (const socket of bare) socket.destroy();
  });

  test("comes 10,000 times, and a cluster still gets in, as do those that are trusted stay", async () => {
    await using fixture = await watched({ ...patient, connections: 64 });
    const friend = await befriended(fixture.link);
    const { port } = new URL(fixture.link.clusterAddress);
    const held: Socket[] = [];
    for (let connection = 0; connection < 10_000; connection += 1) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      held.push(socket.on("error", () => {}).resume());
      await once(socket, "connect");
      if (held.length > 100) held.shift()?.destroy();
    }
    const other = await befriended(fixture.link);
    for (const webSocket of [friend, other]) {
      webSocket.send("friend");
      await once(webSocket, "message");
    }
    for (const socket of held) socket.destroy();
  });

  test("from a web page is turned away", async () => {
    await using fixture = await watched();
    for (const origin of ["http://evil.example", "null", "http://127.0.0.1"]) {
      const refusal = await dialled(fixture.link, { origin }).then(
        () => "taken in",
        (error: Error) => error.message,
      );
      expect(refusal, origin).to.equal("Unexpected server response: 403");
    }
  });

  test("is not believed more where it was dialled: a server that floods its callers is cut off", async () => {
    await using flood = await listeningLink({
      accept(wire) {
        wire.send("x".repeat(50_000_000));
        return deaf;
      },
    });
    await using fixture = await watched();
    const told: string[] = [];
    const closed = Promise.withResolvers<void>();
    const wire: Wire = fixture.link.dial(flood.clusterAddress, credentialsForTests.lima, {
      opened() {},
      received: (frame) => void told.push(frame.slice(0, 10)),
      closed: () => closed.resolve(),
    });
    await closed.promise;
    wire.close();
    expect(told).to.deep.equal([]);
  });
});
