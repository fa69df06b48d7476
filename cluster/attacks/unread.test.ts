import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Reply, Request } from "#engine/api/request.ts";
import { converse, statusesIn } from "../http/converse.suite.ts";
import { serveHttp } from "../http/serve-http.ts";

const anywhere = { host: "127.0.0.1", port: 0 };
const mebibyte = 1024 * 1024;
const get = (path: string) => `GET /v1/${path} HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: root\r\n\r\n`;
const small = get("small").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

function big() {
  const asked: string[] = [];
  const body = "x".repeat(16 * mebibyte);
  const handle = async ({ target }: Request): Promise<Reply> => {
    asked.push(target);
    return { status: 200, headers: {}, body: target.includes("small") ? "{}" : body };
  };
  return { asked, handle };
}

async function nonReader(address: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.pause();
  socket.write(text);
  return socket;
}

async function taken(socket: Socket, pauseMilliseconds = 0): Promise<number> {
  let length = 0;
  const whole = Promise.withResolvers<void>();
  socket.once("close", () => whole.resolve());
  socket.on("data", (chunk) => {
    length += chunk.length;
    if (length >= 16 * mebibyte) whole.resolve();
    if (pauseMilliseconds === 0) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMilliseconds);
  });
  socket.resume();
  await whole.promise;
  socket.destroy();
  return length;
}

async function untilAsked(asked: readonly string[], count: number): Promise<void> {
  while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
}

suite("clients that do not read their replies", () => {
  test("a pipelined request is not handled before the reply to the previous one was sent", async () => {
    const { asked, handle } = big();
    await using front = await serveHttp({ handle, ...anywhere, limits: { stopSeconds: 0.01 } });
    const socket = await nonReader(front.address, get("big").repeat(500));
    await untilAsked(asked, 1);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(statusesIn(await converse(front.address, [small]))).to.deep.equal([200]);
    }
    expect(asked.filter((target) => target === "/v1/big")).to.have.length(1);
    socket.destroy();
  });

  test("a client that reads nothing of a reply is disconnected, and a slow one gets it completely", async () => {
    const { asked, handle } = big();
    await using front = await serveHttp({ handle, ...anywhere, limits: { replyStallSeconds: 0.5 } });
    const idle = await nonReader(front.address, get("big"));
    const slow = await nonReader(front.address, get("big"));
    await untilAsked(asked, 2);
    expect(await taken(slow, 5)).to.be.at.least(16 * mebibyte);
    expect(await taken(idle)).to.be.below(16 * mebibyte);
  });

  test("when all unread replies exceed the limit, the client that has waited longest is disconnected, and others are served", async () => {
    const { asked, handle } = big();
    const limits = { unreadReplyBytes: 40 * mebibyte, stopSeconds: 0.01 };
    await using front = await serveHttp({ handle, ...anywhere, limits });
    const sockets: Socket[] = [];
    for (let client = 1; client <= 8; client += 1) {
      sockets.push(await nonReader(front.address, get("big")));
      await untilAsked(asked, client);
    }
    expect(statusesIn(await converse(front.address, [small]))).to.deep.equal([200]);
    expect(await taken(sockets[0] as Socket)).to.be.below(16 * mebibyte);
    expect(await taken(sockets.at(-1) as Socket)).to.be.at.least(16 * mebibyte);
    for (const socket of sockets) socket.destroy();
  });

  test("a client that reads nothing does not delay a stop, even if it sends more of the next request", async () => {
    const { asked, handle } = big();
    const front = await serveHttp({ handle, ...anywhere, limits: { stopSeconds: 600, replyStallSeconds: 600 } });
    const socket = await nonReader(front.address, `${get("big")}GET /v1/`);
    await untilAsked(asked, 1);
    await front[Symbol.asyncDispose]();
    expect(await taken(socket)).to.be.below(16 * mebibyte);
  });

  test("a request does not wait for those of all earlier connections", async ({ mock }) => {
    const asked: string[] = [];
    let now = 0;
    mock.method(performance, "now", () => now);
    const handle = async ({ target }: Request): Promise<Reply> => {
      asked.push(target);
      // Longer than requests are started within one turn of the event loop.
      now += 15;
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere, limits: { stopSeconds: 0.01 } });
    const sockets = await Promise.all(Array.from({ length: 60 }, () => nonReader(front.address, "")));
    for (const socket of sockets) socket.write(get("slow"));
    await untilAsked(asked, 1);
    expect(statusesIn(await converse(front.address, [small]))).to.deep.equal([200]);
    expect(asked.indexOf("/v1/small")).to.be.below(10);
    for (const socket of sockets) socket.destroy();
  });

  test("unread replies of all clusters of the process share a limit", async () => {
    const one = big();
    const other = big();
    const limits = { unreadReplyBytes: 40 * mebibyte, stopSeconds: 0.01 };
    await using first = await serveHttp({ handle: one.handle, ...anywhere, limits });
    await using second = await serveHttp({ handle: other.handle, ...anywhere, limits });
    const sockets: Socket[] = [];
    for (const [{ address }, { asked }] of [
      [first, one],
      [second, other],
    ] as const) {
      for (let client = 1; client <= 2; client += 1) {
        sockets.push(await nonReader(address, get("big")));
        await untilAsked(asked, client);
      }
      expect(statusesIn(await converse(address, [small]))).to.deep.equal([200]);
    }
    expect(await taken(sockets[0] as Socket)).to.be.below(16 * mebibyte);
    expect(await taken(sockets.at(-1) as Socket)).to.be.at.least(16 * mebibyte);
    for (const socket of sockets) socket.destroy();
  });

  test("waiting requests of all clusters share a limit, and the longest waiting connections are ended", async () => {
    const handle = ({ target }: Request): Promise<Reply> =>
      target === "/v1/small" ? Promise.resolve({ status: 200, headers: {}, body: "{}" }) : new Promise(() => {});
    // Fourteen waiting requests take about 60 KB.
    const limits = { waitingRequestBytes: 100 * 1024, stopSeconds: 0.01 };
    await using first = await serveHttp({ handle, ...anywhere, limits });
    await using second = await serveHttp({ handle, ...anywhere, limits });
    const early = await nonReader(first.address, get("never").repeat(15));
    early.resume();
    const ended = once(early, "close");
    expect(statusesIn(await converse(first.address, [small]))).to.deep.equal([200]);
    const late = await nonReader(second.address, get("never").repeat(15));
    late.resume();
    await ended;
    expect(statusesIn(await converse(second.address, [small]))).to.deep.equal([200]);
    expect(late.closed).to.equal(false);
    late.destroy();
  });

  test("pipelined requests on many connections delay another client's request only a little", async () => {
    const asked: string[] = [];
    let other: Socket | undefined;
    const handle = async ({ target }: Request): Promise<Reply> => {
      asked.push(target);
      if (asked.length === 1) other?.write(small);
      return { status: 200, headers: {}, body: "{}" };
    };
    await using front = await serveHttp({ handle, ...anywhere, limits: { stopSeconds: 0.01 } });
    other = await nonReader(front.address, "");
    const sockets: Socket[] = [];
    for (let client = 0; client < 20; client += 1) sockets.push(await nonReader(front.address, ""));
    for (const socket of sockets) socket.write(get("many").repeat(500));
    while (!asked.includes("/v1/small")) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.indexOf("/v1/small")).to.be.below(200);
    for (const socket of [...sockets, other]) socket.destroy();
  });

  test("a stopping server does not wait for clients that read nothing, and handles no waiting requests", {
    timeout: 60_000,
  }, async () => {
    const { asked, handle } = big();
    const front = await serveHttp({ handle, ...anywhere, limits: { replyStallSeconds: 600, stopSeconds: 600 } });
    const idle = await nonReader(front.address, get("big").repeat(50));
    await untilAsked(asked, 1);
    await front[Symbol.asyncDispose]();
    expect(asked).to.have.length(1);
    idle.destroy();
  });

  test("when incomplete bodies exceed the limit, the client that began first is disconnected, and others are served", async () => {
    const { asked, handle } = big();
    const limits = { bodyBytes: 4 * mebibyte, unfinishedBodyBytes: 10 * mebibyte, stopSeconds: 0.01 };
    await using front = await serveHttp({ handle, ...anywhere, limits });
    const head = `POST /v1/small HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${4 * mebibyte}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let client = 0; client < 8; client += 1) {
      const socket = await nonReader(front.address, "");
      socket.resume();
      await new Promise((resolve) => socket.write(`${head}x`, resolve));
      // Waiting requests start in rotation, so this one has started when three later ones are answered.
      for (let later = 0; later < 3; later += 1) expect((await fetch(`${front.address}/else`)).status).to.equal(404);
      sockets.push(socket);
    }
    for (const socket of sockets) await new Promise((resolve) => socket.write("x".repeat(3 * mebibyte - 1), resolve));
    const [first, last] = [sockets[0] as Socket, sockets.at(-1) as Socket];
    // The end may be a reset, which some clients report as an error.
    if (!first.closed) await new Promise((resolve) => first.once("close", resolve));
    expect(asked).to.deep.equal([]);
    const received = taken(last);
    last.write("x".repeat(mebibyte));
    expect(await received).to.be.above(0);
    expect(asked).to.deep.equal(["/v1/small"]);
    for (const socket of sockets) socket.destroy();
  });

  test("a cluster with little memory survives thousands of requests for its largest secrets", async () => {
    await using server = cluster();
    const address = await server.nextLine();
    const body = JSON.stringify({ data: { value: "x".repeat(4 * mebibyte - 100) } });
    const headers = { "X-Vault-Token": "root" };
    const written = await fetch(`${address}/v1/secret/data/big`, { method: "POST", headers, body });
    expect(written.status).to.equal(200);
    const attackers = await Promise.all(
      Array.from({ length: 4 }, () => nonReader(address, get("secret/data/big").repeat(2_000))),
    );
    for (let look = 0; look < 50; look += 1) {
      expect((await fetch(`${address}/v1/auth/token/lookup-self`, { headers })).status).to.equal(200);
    }
    for (const socket of attackers) socket.destroy();
    expect((await fetch(`${address}/v1/secret/data/big`, { headers })).status).to.equal(200);
  });
});

function cluster() {
  const script = fileURLToPath(new URL("idle-server.suite.ts", import.meta.url));
  const running: ChildProcessWithoutNullStreams = spawn(process.execPath, ["--max-old-space-size=256", script]);
  // A process that runs out of memory prints a long report.
  running.stderr.resume();
  const ended = new Promise((resolve) => running.once("exit", resolve));
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  return {
    async nextLine(): Promise<string> {
      const { value } = await lines.next();
      if (value === undefined) throw new Error("the cluster ended");
      return value;
    },
    async [Symbol.asyncDispose]() {
      running.stdin.end();
      await ended;
    },
  };
}
