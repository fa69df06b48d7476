import { createServer } from "node:http";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { expect } from "chai";
import { WebSocket } from "ws";
import { linkSuite } from "#engine/ports/link.suite.ts";
import type { PeerCall, Wire, WireListener } from "#engine/ports/link.ts";
import { serveHttp } from "../http/serve-http.ts";
import { linkGate } from "./link-gate.ts";
import { type OpenLink, openLink } from "./open-link.ts";

const here = { host: "127.0.0.1", port: 0 };
/** Port 1 needs privileges: no server on this machine listens there. */
const nowhere = { clusterAddress: "ws://127.0.0.1:1", apiAddress: "http://127.0.0.1:1" };
const deaf: WireListener = { opened() {}, received() {}, closed() {} };

linkSuite("WebSocket", async () => {
  const links = new AsyncDisposableStack();
  return {
    open: async (accept) => links.use(await openLink({ ...here, apiAddress: "http://127.0.0.1:2", accept })),
    nowhere,
    [Symbol.asyncDispose]: () => links.disposeAsync(),
  };
});

function call(apiAddress: string, rest: Partial<PeerCall> = {}): PeerCall {
  return {
    apiAddress,
    method: "POST",
    target: "/v1/x?y=1",
    token: "t",
    body: "{}",
    timeoutMilliseconds: 5000,
    ...rest,
  };
}

/** Dials, and resolves to what the holder was told first. */
function dialled(link: OpenLink, address: string): Promise<string> & { wire?: Wire } {
  const told = Promise.withResolvers<string>();
  const wire = link.dial(address, { opened: () => told.resolve("opened"), received() {}, closed: told.resolve });
  return Object.assign(told.promise, { wire });
}

suite("a link between clusters", () => {
  test("a call brings token and body to the other cluster's API, and the answer back", async () => {
    await using front = await serveHttp({
      ...here,
      handle: async ({ method, target, headers, body }) => ({
        status: 400,
        headers: {},
        body: [method, target, headers["x-vault-token"], body].join(" "),
      }),
    });
    await using link = await openLink({ ...here, apiAddress: "http://127.0.0.1:2", accept: () => deaf });
    const answer = await link.call(call(front.address));
    expect(answer).to.deep.equal({ status: 400, body: "POST /v1/x?y=1 t {}" });
  });

  test("a call that takes too long is given up", async () => {
    await using front = await serveHttp({ ...here, handle: () => new Promise(() => {}) });
    await using link = await openLink({ ...here, apiAddress: "http://127.0.0.1:2", accept: () => deaf });
    const failure = await link
      .call(call(front.address, { timeoutMilliseconds: 20 }))
      .catch((error: Error) => error.message);
    expect(failure).to.equal(`no answer from ${front.address}: nothing within 20 ms`);
    await front.kill();
  });

  test("a port in use is named", async () => {
    await using link = await openLink({ ...here, apiAddress: "http://127.0.0.1:2", accept: () => deaf });
    const port = Number(new URL(link.clusterAddress).port);
    const failure = await openLink({ ...here, port, apiAddress: "", accept: () => deaf }).catch((error) => error);
    expect(failure.message).to.equal(`127.0.0.1:${port} is in use`);
    expect(failure.code).to.equal("EADDRINUSE");
  });

  test("who speaks plain HTTP, or binary frames, is turned away", async () => {
    const closed = Promise.withResolvers<string>();
    await using link = await openLink({ ...here, apiAddress: "", accept: () => ({ ...deaf, closed: closed.resolve }) });
    expect((await fetch(link.clusterAddress.replace("ws", "http"))).status).to.equal(426);
    const rude = new WebSocket(link.clusterAddress);
    rude.on("open", () => rude.send(Buffer.from("x"), { binary: true }));
    const code = await new Promise((resolve) => rude.on("close", resolve));
    expect(code).to.equal(1003);
    await closed.promise;
  });

  test("who reads too slowly loses its wire, instead of filling the sender's memory", async () => {
    const broken = Promise.withResolvers<string>();
    let over = false;
    const frame = "x".repeat(100_000);
    await using link = await openLink({
      ...here,
      apiAddress: "",
      backlogLimit: 1_000_000,
      accept(wire) {
        // The system's own buffers take some megabytes before anything waits here.
        const pour = () => {
          if (over) return;
          wire.send(frame);
          setImmediate(pour);
        };
        pour();
        return {
          ...deaf,
          closed(reason) {
            over = true;
            broken.resolve(reason);
          },
        };
      },
    });
    const slow = new WebSocket(link.clusterAddress);
    slow.on("open", () => slow.pause());
    expect(await broken.promise).to.equal("the other end is too slow: more than 1000000 bytes wait for it");
    slow.terminate();
  });

  test("a listener that is no cluster is told apart from one", async () => {
    const server = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using link = await openLink({ ...here, apiAddress: "", accept: () => deaf });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await dialled(link, `ws://127.0.0.1:${port}`)).to.equal("Unexpected server response: 404");
    await new Promise((resolve) => server.close(resolve));
  });

  test("disposing tells both ends, killing tells only the other one", async () => {
    for (const end of ["dispose", "kill"] as const) {
      const told: string[] = [];
      const peerTold = Promise.withResolvers<string>();
      await using primary = await openLink({
        ...here,
        apiAddress: "",
        accept: () => ({ ...deaf, closed: peerTold.resolve }),
      });
      const secondary = await openLink({ ...here, apiAddress: "", accept: () => deaf });
      const opened = Promise.withResolvers<void>();
      secondary.dial(primary.clusterAddress, {
        ...deaf,
        opened: opened.resolve,
        closed: (reason) => void told.push(reason),
      });
      await opened.promise;
      await (end === "kill" ? secondary.kill() : secondary[Symbol.asyncDispose]());
      await peerTold.promise;
      expect(told, end).to.have.length(end === "kill" ? 0 : 1);
      expect(await dialled(secondary, primary.clusterAddress)).to.equal("the cluster stops");
      const freed = await openLink({
        host: "127.0.0.1",
        port: Number(new URL(secondary.clusterAddress).port),
        apiAddress: "",
        accept: () => deaf,
      });
      await freed.kill();
    }
  });

  test("a silent connection does not keep a link from closing", async () => {
    const link = await openLink({ ...here, apiAddress: "", accept: () => deaf });
    const silent = connect({ host: "127.0.0.1", port: Number(new URL(link.clusterAddress).port) });
    await new Promise((resolve) => silent.on("connect", resolve));
    await link[Symbol.asyncDispose]();
    await new Promise((resolve) => silent.on("close", resolve).resume());
  });
});

suite("a gate between clusters", () => {
  /** Two linked clusters and their gate. */
  async function gated() {
    const stack = new AsyncDisposableStack();
    const gate = linkGate();
    const asked = Promise.withResolvers<void>();
    const reply = Promise.withResolvers<{ status: number; headers: Record<string, string>; body: string }>();
    async function member(told: (event: string) => void) {
      const front = await serveHttp({
        ...here,
        handle: async ({ target }) => {
          if (target !== "/v1/slow") return { status: 200, headers: {}, body: "quick" };
          asked.resolve();
          return reply.promise;
        },
      });
      stack.defer(() => front.kill());
      return stack.use(
        await openLink({ ...here, apiAddress: front.address, gate, accept: () => ({ ...deaf, closed: told }) }),
      );
    }
    const brokenAtOslo = Promise.withResolvers<string>();
    const oslo = await member(brokenAtOslo.resolve);
    const lima = await member(() => {});
    return {
      gate,
      oslo,
      lima,
      asked: asked.promise,
      brokenAtOslo: brokenAtOslo.promise,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  test("a cut breaks what goes on, at both ends", async () => {
    await using pair = await gated();
    const { gate, oslo, lima, asked, brokenAtOslo } = pair;
    const opened = Promise.withResolvers<void>();
    const broken = Promise.withResolvers<string>();
    lima.dial(oslo.clusterAddress, { opened: opened.resolve, received() {}, closed: broken.resolve });
    await opened.promise;
    const running = oslo.call(call(lima.apiAddress, { target: "/v1/slow" })).catch((error: Error) => error.message);
    await asked;
    gate.partition(oslo.clusterAddress, lima.clusterAddress);
    expect(await broken.promise).to.equal("the link is cut");
    expect(await brokenAtOslo).to.equal("the link is cut");
    expect(await running).to.equal(`no answer from ${lima.apiAddress}: the link is cut`);
  });

  test("nothing begins while a link is partitioned, and it does once it is healed", async () => {
    await using pair = await gated();
    const { gate, oslo, lima } = pair;
    gate.partition(lima.clusterAddress, oslo.clusterAddress);
    for (const [from, to] of [
      [oslo, lima],
      [lima, oslo],
    ] as const) {
      expect(await dialled(from, to.clusterAddress)).to.equal("the link is cut");
      expect(await from.call(call(to.apiAddress)).catch((error: Error) => error.message)).to.equal("the link is cut");
    }
    gate.heal(oslo.clusterAddress, lima.clusterAddress);
    expect(await dialled(oslo, lima.clusterAddress)).to.equal("opened");
    expect((await oslo.call(call(lima.apiAddress))).body).to.equal("quick");
  });

  test("what is dropped silently arrives nowhere and is not reported, not even the end, until the link is healed", async () => {
    await using pair = await gated();
    const { gate, oslo, lima, brokenAtOslo } = pair;
    const told: string[] = [];
    const opened = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    await using kyoto = await openLink({
      ...here,
      apiAddress: "http://127.0.0.1:3",
      gate,
      accept: (wire) => ({ ...deaf, received: (frame) => wire.send(frame) }),
    });
    const listener = {
      opened: opened.resolve,
      received: heard.resolve,
      closed: (reason: string) => void told.push(reason),
    };
    const wire = lima.dial(kyoto.clusterAddress, listener);
    await opened.promise;
    wire.send("before");
    expect(await heard.promise).to.equal("before");
    gate.dropSilently(kyoto.clusterAddress, lima.clusterAddress);
    wire.send("dropped");
    // Kyoto goes: Lima is not to notice, as the end of the connection is dropped as well.
    await kyoto.kill();
    const other = dialled(lima, oslo.clusterAddress);
    expect(await other).to.equal("opened");
    expect(told).to.deep.equal([]);
    gate.dropSilently(oslo.clusterAddress, lima.clusterAddress);
    const inVain = dialled(lima, oslo.clusterAddress);
    gate.heal(oslo.clusterAddress, lima.clusterAddress);
    expect(await inVain).to.equal("the link is cut");
    expect(await brokenAtOslo).to.equal("the link is cut");
    expect(await dialled(lima, oslo.clusterAddress)).to.equal("opened");
  });

  test("a call that is dropped silently is given up in its time, and on the way when the link closes", async () => {
    await using pair = await gated();
    const { gate, oslo, lima } = pair;
    gate.dropSilently(oslo.clusterAddress, lima.clusterAddress);
    const failure = (timeoutMilliseconds: number) =>
      oslo.call(call(lima.apiAddress, { timeoutMilliseconds })).catch((error: Error) => error.message);
    expect(await failure(20)).to.equal("nothing within 20 ms");
    const running = failure(60_000);
    await oslo[Symbol.asyncDispose]();
    expect(await running).to.equal("the cluster stops");
  });

  test("a cut between two leaves a third alone", async () => {
    await using pair = await gated();
    const { gate, oslo, lima } = pair;
    await using kyoto = await openLink({ ...here, apiAddress: "http://127.0.0.1:3", gate, accept: () => deaf });
    gate.partition(oslo.clusterAddress, lima.clusterAddress);
    expect(await dialled(kyoto, oslo.clusterAddress)).to.equal("opened");
    expect(await dialled(lima, kyoto.clusterAddress)).to.equal("opened");
  });

  test("who is dialled turns away a cluster it is cut off from, though that one does not know", async () => {
    await using pair = await gated();
    const { gate, oslo } = pair;
    await using stranger = await openLink({ ...here, apiAddress: "http://127.0.0.1:3", accept: () => deaf });
    gate.partition(oslo.clusterAddress, stranger.clusterAddress);
    expect(await dialled(stranger, oslo.clusterAddress)).to.equal("Unexpected server response: 401");
  });
});
