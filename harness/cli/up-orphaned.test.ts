import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
/** Not in the folder of temporary files, of which nothing is to be left. */
const compileCache = fileURLToPath(new URL("../../node_modules/.cache/node-compile-cache", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-orphaned-"));
// PostgreSQL runs as another user where we are root.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Lets a Node say that it is an older one, so that it launches the packaged one. */
const pretence = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.1"}})`;
const up = [program, "up", "--json", "--topology", "one", "--port", "0"];
/** Starts what it is told by a shell, as npx does; the shell has more to do, so that the program does not take its place. */
const npx = `const { spawn } = require("node:child_process");
  spawn("sh", ["-c", '"$0" "$@"; exit $?', process.execPath, ...process.argv.slice(1)], { stdio: "inherit", env: { ...process.env, npm_command: "exec" } });
  setInterval(() => {}, 1000);`;

type StartedClusters = Readonly<{ child: ChildProcess; api: string; exited: Promise<unknown> }> & AsyncDisposable;

/** Raises a cluster in a process group of its own, so that nothing is left of it whatever comes. */
async function start(command: readonly string[]): Promise<StartedClusters> {
  const { npm_command: _, ...environment } = process.env;
  const child = spawn(process.execPath, command, {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...environment, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache },
  });
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // All of the group have ended.
    }
  };
  process.once("exit", end);
  const exited = once(child, "exit");
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  return {
    child,
    api: JSON.parse(String(said)).clusters[0].api,
    exited,
    async [Symbol.asyncDispose]() {
      end();
      process.off("exit", end);
    },
  };
}

function answers(api: string): Promise<boolean> {
  return fetch(`${api}/v1/sys/health`).then(
    () => true,
    () => false,
  );
}

/** Far more than it takes to notice and to end, far less than forever; in milliseconds. */
const patience = 60_000;

async function gone({ api }: StartedClusters): Promise<void> {
  for (const until = Date.now() + patience; ; await passed(50)) {
    const left = [...((await answers(api)) ? [api] : []), ...readdirSync(folder)];
    if (left.length === 0) return;
    if (Date.now() > until) expect(left, "what is left").to.deep.equal([]);
  }
}

suite("understudy up ends with who started it", { skip: process.platform === "win32" }, () => {
  test("when its launcher is killed", async () => {
    await using running = await start(["--import", pretence, ...up]);
    running.child.kill("SIGKILL");
    await gone(running);
  });

  for (const launched of [false, true]) {
    test(`when npx is ended, whose shell stays${launched ? ", with a launcher in between" : ""}`, async () => {
      await using running = await start(["-e", npx, "--", ...(launched ? ["--import", pretence] : []), ...up]);
      expect(await answers(running.api)).to.equal(true);
      running.child.kill("SIGTERM");
      await gone(running);
    });
  }

  test("but not when it is to stay, until it is told to end", async () => {
    await using running = await start(["-e", npx, "--", ...up, "--stay"]);
    running.child.kill("SIGKILL");
    await running.exited;
    // Several times what it takes to notice.
    await passed(2_500);
    expect(await answers(running.api)).to.equal(true);
    process.kill(-(running.child.pid ?? 0), "SIGTERM");
    await gone(running);
  });
});

for (const [option, options, others] of [
  ["--port", [], "--port \\d+ takes others, --port 0 any that are free"],
  ["--control", ["--port", "0"], "--control 0 takes any that is free"],
] as const) {
  test(`a port that is taken is told with the options that take others: ${option}`, async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const arguments_ = [program, "up", "--topology", "one", ...options, option, String(port)];
    const child = spawn(process.execPath, arguments_, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache },
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const [code] = await once(child, "close");
    taken.close();
    const expected = `^understudy: 127\\.0\\.0\\.1:${port} is in use, perhaps by another understudy up: ${others}\\n$`;
    expect(stderr).to.match(new RegExp(expected));
    expect(code).to.equal(2);
  });
}
