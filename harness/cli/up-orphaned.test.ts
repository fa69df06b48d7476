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
/** Compile cache. It is outside the temporary folder, because that must be empty at the end. */
const compileCache = fileURLToPath(new URL("../../node_modules/.cache/node-compile-cache", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-orphaned-"));
// PostgreSQL runs as another user if this process is root.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Module that makes Node report an older version, so that the program starts the Node in its package. */
const pretence = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.11.1"}})`;
const up = [program, "up", "--json", "--topology", "one", "--port", "0"];
/** Starts a command through a shell, as npx does. A second command prevents the shell from exec'ing the first. */
const npx = `const { spawn } = require("node:child_process");
  spawn("sh", ["-c", '"$0" "$@"; exit $?', process.execPath, ...process.argv.slice(1)], { stdio: "inherit", env: { ...process.env, npm_command: "exec" } });
  setInterval(() => {}, 1000);`;

type StartedClusters = Readonly<{ child: ChildProcess; api: string; exited: Promise<unknown> }> & AsyncDisposable;

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
      // All processes of the group have ended.
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

const patience = 60_000;

async function gone({ api }: StartedClusters): Promise<void> {
  for (const until = Date.now() + patience; ; await passed(50)) {
    const left = [...((await answers(api)) ? [api] : []), ...readdirSync(folder)];
    if (left.length === 0) return;
    if (Date.now() > until) expect(left, "remaining addresses and files").to.deep.equal([]);
  }
}

suite("understudy up ends with the process that started it", { skip: process.platform === "win32" }, () => {
  test("when its launcher is killed", async () => {
    await using running = await start(["--import", pretence, ...up]);
    running.child.kill("SIGKILL");
    await gone(running);
  });

  for (const launched of [false, true]) {
    test(`when npx ends but its shell continues${launched ? ", with a launcher in between" : ""}`, async () => {
      await using running = await start(["-e", npx, "--", ...(launched ? ["--import", pretence] : []), ...up]);
      expect(await answers(running.api)).to.equal(true);
      running.child.kill("SIGTERM");
      await gone(running);
    });
  }

  test("but not with --stay, until it receives a signal", async () => {
    await using running = await start(["-e", npx, "--", ...up, "--stay"]);
    running.child.kill("SIGKILL");
    await running.exited;
    // Several times the interval of the check.
    await passed(2_500);
    expect(await answers(running.api)).to.equal(true);
    process.kill(-(running.child.pid ?? 0), "SIGTERM");
    await gone(running);
  });
});

for (const [option, options, others] of [
  ["--port", [], "use --port \\d+, or --port 0 for any free ports"],
  ["--control", ["--port", "0"], "use --control 0 for any free port"],
] as const) {
  test(`a port in use is reported with the option to use: ${option}`, async () => {
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
