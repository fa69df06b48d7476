import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** As many as a cluster has to bear with. */
const wanted = 10_000;
/** Files that a process has open besides connections. */
const otherFiles = 200;
/** What one idle connection may cost. Measured: some 15 KB. */
const bytesPerConnection = 64 * 1024;

test("with ten thousand idle connections, a cluster answers, and they cost little", async () => {
  // Fewer only where the machine does not let a process have as many.
  const hard = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  const connections = hard === "unlimited" ? wanted : Math.min(wanted, Number(hard) - otherFiles);
  await using stack = new AsyncDisposableStack();
  const server = stack.use(child("idle-server.suite.ts"));
  const address = await server.said();
  const before = Number(await server.ask());
  const clients = stack.use(child("idle-clients.suite.ts", address, String(connections)));
  expect(Number(await clients.said())).to.equal(connections);
  const reply = await fetch(`${address}/v1/auth/token/lookup-self`, { headers: { "X-Vault-Token": "root" } });
  expect(reply.status).to.equal(200);
  expect(((await reply.json()) as { data: { id: string } }).data.id).to.equal("root");
  expect(Number(await clients.ask()), "none was dropped for it").to.equal(connections);
  expect((Number(await server.ask()) - before) / connections).to.be.below(bytesPerConnection);
});

/** A process that may have as many files open as the machine allows. It ends when it is disposed of, or we are gone. */
function child(script: string, ...words: readonly string[]) {
  const raised = 'ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$@"';
  const path = fileURLToPath(new URL(script, import.meta.url));
  const running: ChildProcessWithoutNullStreams = spawn("sh", ["-c", raised, "sh", process.execPath, path, ...words]);
  running.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => running.once("exit", resolve));
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<string> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`${script} ended`);
    return value;
  };
  return {
    said,
    ask() {
      running.stdin.write("\n");
      return said();
    },
    async [Symbol.asyncDispose]() {
      running.stdin.end();
      await ended;
    },
  };
}
