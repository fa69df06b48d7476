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

const ignoreEvents: WireListener = { opened() {}, received() {}, closed() {} };
const longTimeout = { seconds: 600 };

async function watched(unauthenticatedPeerLimits: Partial<UnauthenticatedLimits> = longTimeout) {
  const frames: string[] = [];
  const link = await listeningLink({
    unauthenticatedPeerLimits,
    accept(wire) {
      return {
        ...ignoreEvents,
        received(frame) {
          frames.push(frame.length > 100 ? `${frame.length}` : frame);
          if (frame === "friend") {
            wire.trust?.();
            wire.send("welcome");
          }
        },
      };
    },
  });
  return { link, frames, [Symbol.asyncDispose]: () => link[Symbol.asyncDispose]() };
}

async function dialled(link: OpenLink, options: { origin?: string } = {}): Promise<WebSocket> {
  const webSocket = unauthenticatedPeer(link, options);
  await once(webSocket, "open");
  return webSocket;
}

async function trustedPeer(link: OpenLink): Promise<WebSocket> {
  const webSocket = await dialled(link);
  webSocket.send("friend");
  await once(webSocket, "message");
  return webSocket;
}

suite("an unauthenticated peer", () => {
  for (const [claim, send] of [
    ["in one frame", (webSocket: WebSocket) => webSocket.send("x".repeat(100_000_000))],
    [
      "in pieces of one frame",
      (webSocket: WebSocket) => {
        for (let piece = 0; piece < 40; piece += 1) webSocket.send("x".repeat(1_000_000), { fin: false });
      },
    ],
  ] as const) {
    test(`is disconnected when it sends more than the limit, ${claim}`, async () => {
      await using fixture = await watched();
      const webSocket = await dialled(fixture.link);
      const friend = await trustedPeer(fixture.link);
      send(webSocket);
      await once(webSocket, "close");
      expect(fixture.frames).to.deep.equal(["friend"]);
      expect(friend.readyState).to.equal(WebSocket.OPEN);
    });
  }

  test("may send any amount once it is trusted", async () => {
    await using fixture = await watched();
    const friend = await trustedPeer(fixture.link);
    friend.send("x".repeat(10_000_000));
    friend.send("friend");
    await once(friend, "message");
    expect(fixture.frames).to.deep.equal(["friend", "10000000", "friend"]);
  });

  test("is disconnected after a timeout, whether silent or sending, on a bare connection or a WebSocket", async () => {
    // The trusted peer has to prove its key within this time, also on a busy machine.
    await using fixture = await watched({ seconds: 2 });
    const friend = await trustedPeer(fixture.link);
    const silent = await dialled(fixture.link);
    const bare = connect({ host: "127.0.0.1", port: Number(new URL(fixture.link.clusterAddress).port) });
    bare.on("error", () => {}).resume();
    const talk = setInterval(() => bare.write("G"), 20);
    await Promise.all([once(silent, "close"), once(bare, "close")]);
    clearInterval(talk);
    friend.send("friend");
    await once(friend, "message");
  });

  test("is displaced by newer ones beyond the limit, and never displaces a trusted peer", async () => {
    await using fixture = await watched({ ...longTimeout, connections: 8 });
    const friend = await trustedPeer(fixture.link);
    const { port } = new URL(fixture.link.clusterAddress);
    const bare: Socket[] = [];
    for (let connection = 0; connection < 30; connection += 1) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      bare.push(socket.on("error", () => {}).resume());
      await once(socket, "connect");
    }
    await Promise.all(bare.slice(0, 22).map((socket) => socket.closed || once(socket, "close")));
    const other = await trustedPeer(fixture.link);
    for (const webSocket of [friend, other]) {
      webSocket.send("friend");
      await once(webSocket, "message");
    }
    for (const socket of bare) socket.destroy();
  });

  test("that connects 10,000 times does not keep clusters out or disconnect trusted peers", async () => {
    await using fixture = await watched({ ...longTimeout, connections: 64 });
    const friend = await trustedPeer(fixture.link);
    const { port } = new URL(fixture.link.clusterAddress);
    const held: Socket[] = [];
    for (let connection = 0; connection < 10_000; connection += 1) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      held.push(socket.on("error", () => {}).resume());
      await once(socket, "connect");
      if (held.length > 100) held.shift()?.destroy();
    }
    const other = await trustedPeer(fixture.link);
    for (const webSocket of [friend, other]) {
      webSocket.send("friend");
      await once(webSocket, "message");
    }
    for (const socket of held) socket.destroy();
  });

  test("that is a web page is refused", async () => {
    await using fixture = await watched();
    for (const origin of ["http://evil.example", "null", "http://127.0.0.1"]) {
      const refusal = await dialled(fixture.link, { origin }).then(
        () => "accepted",
        (error: Error) => error.message,
      );
      expect(refusal, origin).to.equal("Unexpected server response: 403");
    }
  });

  test("that was dialled has the same limits: a server that floods its callers is disconnected", async () => {
    await using flood = await listeningLink({
      accept(wire) {
        wire.send("x".repeat(50_000_000));
        return ignoreEvents;
      },
    });
    await using fixture = await watched();
    const received: string[] = [];
    const closed = Promise.withResolvers<void>();
    const wire: Wire = fixture.link.dial(flood.clusterAddress, credentialsForTests.lima, {
      opened() {},
      received: (frame) => void received.push(frame.slice(0, 10)),
      closed: () => closed.resolve(),
    });
    await closed.promise;
    wire.close();
    expect(received).to.deep.equal([]);
  });
});
