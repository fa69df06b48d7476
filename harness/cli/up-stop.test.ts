import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const body = '{"data":{"v":1}}';

test("understudy up finishes the running request on SIGTERM, accepts no new one, and exits with 0", async () => {
  const words = ["up", "--json", "--topology", "one", "--port", "0", "--root-token", "root"];
  const options = ["--log-level", "info", "--limits", "stopSeconds=60"];
  const child = spawn(process.execPath, [program, ...words, ...options]);
  const orphaned = () => child.kill();
  process.once("exit", orphaned);
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const exited = once(child, "exit");
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  const { hostname, port } = new URL(JSON.parse(said).clusters[0].api);
  const socket = connect({ host: hostname, port: Number(port) });
  // "100 Continue" shows that the request has begun. The body is sent after the signal.
  socket.write(
    `POST /v1/secret/data/a HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: root\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  expect(await readUntil(socket, /\r\n\r\n/)).to.include("100 Continue");
  child.kill("SIGTERM");
  while (await accepts(hostname, Number(port))) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.write(body);
  const reply = await readUntil(socket, /"version":1/);
  expect(reply)
    .to.match(/^HTTP\/1\.1 200 /)
    .and.match(/^Connection: close\r$/m);
  expect(await exited).to.deep.equal([0, null]);
  process.off("exit", orphaned);
  // The other requests are those of `up` itself, which reads the replication status.
  const writes = log.split("\n").filter((line) => line.includes('"msg":"request"') && line.includes('"method":"POST"'));
  expect(writes.map((line) => JSON.parse(line).status)).to.deep.equal([200]);
  expect(log).not.to.include('"v":1');
});

function readUntil(socket: Socket, end: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      text += chunk.toString();
      if (!end.test(text)) return;
      socket.off("data", onData);
      resolve(text);
    };
    socket.on("data", onData).once("error", reject);
  });
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const accepted = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}
