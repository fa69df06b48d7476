import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const wanted = 10_000;
const otherFiles = 200;
/** Maximum memory of a cluster per idle connection, in bytes. About 15 KB were measured. */
const bytesPerConnection = 64 * 1024;

test("a cluster with ten thousand idle connections answers, and they cost little memory", async () => {
  // Fewer if the machine's limit of open files is lower.
  const hard = execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  const connections = hard === "unlimited" ? wanted : Math.min(wanted, Number(hard) - otherFiles);
  await using stack = new AsyncDisposableStack();
  const server = stack.use(child("idle-server.suite.ts"));
  const address = await server.nextLine();
  const before = Number(await server.ask());
  const clients = stack.use(child("idle-clients.suite.ts", address, String(connections)));
  expect(Number(await clients.nextLine())).to.equal(connections);
  const reply = await fetch(`${address}/v1/auth/token/lookup-self`, { headers: { "X-Vault-Token": "root" } });
  expect(reply.status).to.equal(200);
  expect(((await reply.json()) as { data: { id: string } }).data.id).to.equal("root");
  expect(Number(await clients.ask()), "none was dropped").to.equal(connections);
  expect((Number(await server.ask()) - before) / connections).to.be.below(bytesPerConnection);
});

/** Starts a child process with the highest permitted limit of open files. */
function child(script: string, ...words: readonly string[]) {
  const raised = 'ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$@"';
  const path = fileURLToPath(new URL(script, import.meta.url));
  const running: ChildProcessWithoutNullStreams = spawn("sh", ["-c", raised, "sh", process.execPath, path, ...words]);
  running.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => running.once("exit", resolve));
  const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`${script} ended`);
    return value;
  };
  return {
    nextLine,
    ask() {
      running.stdin.write("\n");
      return nextLine();
    },
    async [Symbol.asyncDispose]() {
      running.stdin.end();
      await ended;
    },
  };
}
