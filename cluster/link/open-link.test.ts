import { once } from "node:events";
import { createServer, get } from "node:https";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { connect as tls } from "node:tls";
import { expect } from "chai";
import { WebSocket } from "ws";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import { linkSuite } from "#engine/ports/link.suite.ts";
import type { PeerCall, Wire, WireListener } from "#engine/ports/link.ts";
import { serveHttp } from "../http/serve-http.ts";
import { listeningLink, unauthenticatedPeer } from "./listening-link.suite.ts";
import { type OpenLink, openLink } from "./open-link.ts";

const here = { host: "127.0.0.1", port: 0 };
/** Port 1 needs privileges: no server on this machine listens there. */
const nowhere = { clusterAddress: "wss://127.0.0.1:1", apiAddress: "http://127.0.0.1:1" };
const { oslo, lima } = credentialsForTests;

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
  const wire = link.dial(address, lima, { opened: () => told.resolve("opened"), received() {}, closed: told.resolve });
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
    await using link = await listeningLink({ accept: () => deaf });
    const answer = await link.call(call(front.address));
    expect(answer).to.deep.equal({ status: 400, body: "POST /v1/x?y=1 t {}" });
  });

  test("a call that takes too long is given up", async () => {
    await using front = await serveHttp({ ...here, handle: () => new Promise(() => {}) });
    await using link = await listeningLink({ accept: () => deaf });
    const failure = await link
      .call(call(front.address, { timeoutMilliseconds: 20 }))
      .catch((error: Error) => error.message);
    expect(failure).to.equal(`no answer from ${front.address}: nothing within 20 ms`);
    await front.kill();
  });

  test("a port in use is named", async () => {
    await using link = await listeningLink({ accept: () => deaf });
    const port = Number(new URL(link.clusterAddress).port);
    const failure = await listeningLink({ port, accept: () => deaf }).catch((error) => error);
    expect(failure.message).to.equal(`127.0.0.1:${port} is in use`);
    expect(failure.code).to.equal("EADDRINUSE");
  });

  test("who speaks plain HTTP, or binary frames, is turned away", async () => {
    const closed = Promise.withResolvers<string>();
    await using link = await listeningLink({ accept: () => ({ ...deaf, closed: closed.resolve }) });
    const asked = get(link.clusterAddress.replace("wss", "https"), { rejectUnauthorized: false });
    const [{ statusCode }] = await once(asked, "response");
    expect(statusCode).to.equal(426);
    const rude = unauthenticatedPeer(link);
    rude.on("open", () => rude.send(Buffer.from("x"), { binary: true }));
    const code = await new Promise((resolve) => rude.on("close", resolve));
    expect(code).to.equal(1003);
    await closed.promise;
  });

  test("who reads too slowly loses its wire, instead of filling the sender's memory", async () => {
    const broken = Promise.withResolvers<string>();
    let over = false;
    const frame = "x".repeat(100_000);
    await using link = await listeningLink({
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
    const slow = unauthenticatedPeer(link);
    slow.on("open", () => slow.pause());
    expect(await broken.promise).to.equal("the other end is too slow: more than 1000000 bytes wait for it");
    slow.terminate();
  });

  test("a listener that is no cluster is told apart from one", async () => {
    const { certificate: cert, privateKey: key } = oslo;
    const server = createServer({ cert, key }, (_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using link = await listeningLink({ accept: () => deaf });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await dialled(link, `wss://127.0.0.1:${port}`)).to.equal("Unexpected server response: 404");
    await new Promise((resolve) => server.close(resolve));
  });

  test("disposing tells both ends, killing tells only the other one", async () => {
    for (const end of ["dispose", "kill"] as const) {
      const told: string[] = [];
      const peerReceived = Promise.withResolvers<string>();
      await using primary = await listeningLink({ accept: () => ({ ...deaf, closed: peerReceived.resolve }) });
      const secondary = await listeningLink({ accept: () => deaf });
      const opened = Promise.withResolvers<void>();
      secondary.dial(primary.clusterAddress, lima, {
        ...deaf,
        opened: opened.resolve,
        closed: (reason) => void told.push(reason),
      });
      await opened.promise;
      await (end === "kill" ? secondary.kill() : secondary[Symbol.asyncDispose]());
      await peerReceived.promise;
      expect(told, end).to.have.length(end === "kill" ? 0 : 1);
      expect(await dialled(secondary, primary.clusterAddress)).to.equal("the cluster stops");
      const freed = await listeningLink({
        port: Number(new URL(secondary.clusterAddress).port),
        accept: () => deaf,
      });
      await freed.kill();
    }
  });

  test("a silent connection does not keep a link from closing", async () => {
    const link = await listeningLink({ accept: () => deaf });
    const silent = connect({ host: "127.0.0.1", port: Number(new URL(link.clusterAddress).port) });
    await new Promise((resolve) => silent.on("connect", resolve));
    await link[Symbol.asyncDispose]();
    await new Promise((resolve) => silent.on("close", resolve).resume());
  });

  test("what is spoken in the clear, or by an older TLS, comes to nothing", async () => {
    await using link = await listeningLink({ accept: () => expect.fail("it was taken") });
    const plain = new WebSocket(link.clusterAddress.replace("wss", "ws")).on("error", () => {});
    await new Promise((resolve) => plain.on("close", resolve));
    const older = tls({
      port: Number(new URL(link.clusterAddress).port),
      maxVersion: "TLSv1.2",
      rejectUnauthorized: false,
    });
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => older.on("error", resolve));
    expect(error.code).to.match(/ALERT_PROTOCOL_VERSION/);
  });

  test("a wire has no certificate of a program that shows none", async () => {
    const seen = Promise.withResolvers<string | undefined>();
    await using link = await listeningLink({
      accept(wire) {
        seen.resolve(wire.peer);
        return deaf;
      },
    });
    const anonymous = unauthenticatedPeer(link, { credentials: null });
    expect(await seen.promise).to.equal(undefined);
    anonymous.terminate();
  });
});
