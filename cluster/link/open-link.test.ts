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
const nowhere = { clusterAddress: "wss://127.0.0.1:1", apiAddress: "http://127.0.0.1:1" };
const { oslo, lima } = credentialsForTests;

const ignoreEvents: WireListener = { opened() {}, received() {}, closed() {} };

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

function dialled(link: OpenLink, address: string): Promise<string> & { wire?: Wire } {
  const outcome = Promise.withResolvers<string>();
  const wire = link.dial(address, lima, {
    opened: () => outcome.resolve("opened"),
    received() {},
    closed: outcome.resolve,
  });
  return Object.assign(outcome.promise, { wire });
}

suite("a link between clusters", () => {
  test("a call sends token and body to the other cluster's API and returns the answer", async () => {
    await using front = await serveHttp({
      ...here,
      handle: async ({ method, target, headers, body }) => ({
        status: 400,
        headers: {},
        body: [method, target, headers["x-vault-token"], body].join(" "),
      }),
    });
    await using link = await listeningLink({ accept: () => ignoreEvents });
    const answer = await link.call(call(front.address));
    expect(answer).to.deep.equal({ status: 400, body: "POST /v1/x?y=1 t {}" });
  });

  test("a call that takes too long fails", async () => {
    await using front = await serveHttp({ ...here, handle: () => new Promise(() => {}) });
    await using link = await listeningLink({ accept: () => ignoreEvents });
    const failure = await link
      .call(call(front.address, { timeoutMilliseconds: 20 }))
      .catch((error: Error) => error.message);
    expect(failure).to.equal(`no answer from ${front.address}: nothing within 20 ms`);
    await front.kill();
  });

  test("a port in use is named", async () => {
    await using link = await listeningLink({ accept: () => ignoreEvents });
    const port = Number(new URL(link.clusterAddress).port);
    const failure = await listeningLink({ port, accept: () => ignoreEvents }).catch((error) => error);
    expect(failure.message).to.equal(`127.0.0.1:${port} is in use`);
    expect(failure.code).to.equal("EADDRINUSE");
  });

  test("plain HTTP and binary frames are refused", async () => {
    const closed = Promise.withResolvers<string>();
    await using link = await listeningLink({ accept: () => ({ ...ignoreEvents, closed: closed.resolve }) });
    const asked = get(link.clusterAddress.replace("wss", "https"), { rejectUnauthorized: false });
    const [{ statusCode }] = await once(asked, "response");
    expect(statusCode).to.equal(426);
    const rude = unauthenticatedPeer(link);
    rude.on("open", () => rude.send(Buffer.from("x"), { binary: true }));
    const code = await new Promise((resolve) => rude.on("close", resolve));
    expect(code).to.equal(1003);
    await closed.promise;
  });

  test("a slow reader is disconnected before it fills the sender's memory", async () => {
    const broken = Promise.withResolvers<string>();
    let over = false;
    const frame = "x".repeat(100_000);
    await using link = await listeningLink({
      backlogLimit: 1_000_000,
      accept(wire) {
        // The operating system buffers several megabytes before anything waits here.
        const pour = () => {
          if (over) return;
          wire.send(frame);
          setImmediate(pour);
        };
        pour();
        return {
          ...ignoreEvents,
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

  test("a server that is not a cluster is reported as such", async () => {
    const { certificate: cert, privateKey: key } = oslo;
    const server = createServer({ cert, key }, (_request, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using link = await listeningLink({ accept: () => ignoreEvents });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    expect(await dialled(link, `wss://127.0.0.1:${port}`)).to.equal("Unexpected server response: 404");
    await new Promise((resolve) => server.close(resolve));
  });

  test("disposing notifies both ends, and killing only the other one", async () => {
    for (const end of ["dispose", "kill"] as const) {
      const outcome: string[] = [];
      const peerReceived = Promise.withResolvers<string>();
      await using primary = await listeningLink({ accept: () => ({ ...ignoreEvents, closed: peerReceived.resolve }) });
      const secondary = await listeningLink({ accept: () => ignoreEvents });
      const opened = Promise.withResolvers<void>();
      secondary.dial(primary.clusterAddress, lima, {
        ...ignoreEvents,
        opened: opened.resolve,
        closed: (reason) => void outcome.push(reason),
      });
      await opened.promise;
      await (end === "kill" ? secondary.kill() : secondary[Symbol.asyncDispose]());
      await peerReceived.promise;
      expect(outcome, end).to.have.length(end === "kill" ? 0 : 1);
      expect(await dialled(secondary, primary.clusterAddress)).to.equal("the cluster stops");
      const freed = await listeningLink({
        port: Number(new URL(secondary.clusterAddress).port),
        accept: () => ignoreEvents,
      });
      await freed.kill();
    }
  });

  test("a silent connection does not keep a link from closing", async () => {
    const link = await listeningLink({ accept: () => ignoreEvents });
    const silent = connect({ host: "127.0.0.1", port: Number(new URL(link.clusterAddress).port) });
    await new Promise((resolve) => silent.on("connect", resolve));
    await link[Symbol.asyncDispose]();
    await new Promise((resolve) => silent.on("close", resolve).resume());
  });

  test("unencrypted connections and older TLS versions are refused", async () => {
    await using link = await listeningLink({ accept: () => expect.fail("it was accepted") });
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

  test("a wire has no certificate if the peer presents none", async () => {
    const seen = Promise.withResolvers<string | undefined>();
    await using link = await listeningLink({
      accept(wire) {
        seen.resolve(wire.peer);
        return ignoreEvents;
      },
    });
    const anonymous = unauthenticatedPeer(link, { credentials: null });
    expect(await seen.promise).to.equal(undefined);
    anonymous.terminate();
  });
});
