import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { auditSinks } from "./audit-sinks.ts";

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "audit-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

async function listener(place: { port: number } | { path: string }) {
  let received = "";
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
      server.emit("received");
    });
  });
  server.listen(place);
  await once(server, "listening");
  return {
    server,
    sockets,
    async lines(count: number) {
      while (received.split("\n").length <= count) await once(server, "received");
      return received.split("\n").slice(0, -1);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const file = (path: string) => ({ kind: "file", path, mode: 0o600, beginning: "" }) as const;

suite("audit sinks", () => {
  test("a file gets complete lines in order, is readable by its owner only, and keeps its content", async () => {
    await using place = await folder();
    const path = join(place.path, "audit.log");
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const sink = await sinks.open(file(path));
    await Promise.all(Array.from({ length: 1000 }, (_, index) => sink.write(`${"x".repeat(index % 97)} ${index}\n`)));
    await sink.close();
    const again = await sinks.open(file(path));
    await again.write("last\n");
    const lines = (await readFile(path, "utf8")).split("\n");
    expect(lines.map((line) => line.split(" ").at(-1))).to.deep.equal([
      ...Array.from({ length: 1000 }, (_, index) => String(index)),
      "last",
      "",
    ]);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  test("a line is in the file when its promise resolves", async () => {
    await using place = await folder();
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const path = join(place.path, "audit.log");
    const sink = await sinks.open(file(path));
    await sink.write("one\n");
    expect(await readFile(path, "utf8")).to.equal("one\n");
  });

  test("a file that was moved or removed is created again", async () => {
    await using place = await folder();
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const path = join(place.path, "audit.log");
    const sink = await sinks.open(file(path));
    await sink.write("one\n");
    await rm(path);
    await sink.write("two\n");
    expect(await readFile(path, "utf8")).to.equal("two\n");
    await rename(path, `${path}.1`);
    await sink.write("three\n");
    expect(await readFile(`${path}.1`, "utf8")).to.equal("two\n");
    expect(await readFile(path, "utf8")).to.equal("three\n");
  });

  test("a folder, and a file in a missing folder, are refused with the reason", async () => {
    await using place = await folder();
    await using sinks = auditSinks({ folders: [tmpdir()] });
    await mkdir(join(place.path, "folder"));
    for (const [path, why] of [
      ["folder", /is a folder/],
      ["none/audit.log", /^the folder of file_path does not exist$/],
      ["/none/audit.log", /^file_path must be below an allowed folder: /],
    ] as const) {
      const refusal = await sinks.open(file(resolve(place.path, path))).then(
        () => "none",
        (error: Error) => error.message,
      );
      expect(refusal).to.match(why);
    }
  });

  test("a missing allowed folder is created for a relative path and for an absolute one", async () => {
    await using place = await folder();
    const folders = [join(place.path, "first", "deep"), join(place.path, "second")];
    await using sinks = auditSinks({ folders });
    for (const path of ["audit.log", join(place.path, "second", "audit.log")]) {
      const sink = await sinks.open(file(path));
      await sink.write("one\n");
    }
    for (const allowed of folders) {
      expect((await stat(allowed)).mode & 0o777).to.equal(0o700);
      expect(await readFile(join(allowed, "audit.log"), "utf8")).to.equal("one\n");
    }
  });

  test("the target discard accepts lines", async () => {
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const sink = await sinks.open(file("discard"));
    await sink.write("one\n");
  });

  test("TCP and Unix sockets get the lines, and a lost connection is opened again", async () => {
    await using place = await folder();
    for (const socketType of ["tcp", "unix"] as const) {
      const path = join(place.path, "audit.sock");
      await using received = await listener(socketType === "tcp" ? { port: 0 } : { path });
      const bound = received.server.address();
      const address = typeof bound === "string" || !bound ? path : `127.0.0.1:${bound.port}`;
      await using sinks = auditSinks({ folders: [tmpdir()] });
      const sink = await sinks.open({ kind: "socket", socketType, address, writeTimeoutMilliseconds: 2000 });
      await sink.write("one\n");
      expect(await received.lines(1)).to.deep.equal(["one"]);
      const [first] = received.sockets;
      first?.destroy();
      await once(first as Socket, "close");
      // The close is noticed when it arrives. A line may be lost on a connection that is being closed.
      for (let line = 2; received.sockets.length < 2; line += 1) await sink.write(`${line}\n`).catch(() => undefined);
      await sink.write("after\n");
      while (!(await received.lines(1)).includes("after")) await once(received.server, "received");
    }
  });

  test("a datagram socket gets the lines", async () => {
    const server = createSocket("udp4").bind(0, "127.0.0.1");
    await once(server, "listening");
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const address = `127.0.0.1:${server.address().port}`;
    const sink = await sinks.open({ kind: "socket", socketType: "udp", address, writeTimeoutMilliseconds: 2000 });
    const received = once(server, "message");
    await sink.write("one\n");
    expect(String((await received)[0])).to.equal("one\n");
    server.close();
  });

  test("without a listener, opening and writing fail with the reason", async () => {
    await using received = await listener({ port: 0 });
    const bound = received.server.address();
    const address = typeof bound === "string" || !bound ? "" : `127.0.0.1:${bound.port}`;
    await using sinks = auditSinks({ folders: [tmpdir()] });
    const sink = await sinks.open({ kind: "socket", socketType: "tcp", address, writeTimeoutMilliseconds: 2000 });
    await sink.write("one\n");
    for (const socket of received.sockets) socket.destroy();
    await new Promise((resolve) => received.server.close(resolve));
    let refusal = "";
    while (refusal === "") await sink.write("x\n").catch((error: Error) => (refusal = error.message));
    expect(refusal).to.match(/ECONNREFUSED|ECONNRESET|EPIPE|closed|destroyed/);
    const opening = await sinks
      .open({ kind: "socket", socketType: "tcp", address, writeTimeoutMilliseconds: 2000 })
      .then(
        () => "open",
        (error: Error) => error.message,
      );
    expect(opening).to.match(/ECONNREFUSED/);
  });
});
