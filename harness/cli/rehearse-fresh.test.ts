import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-fresh-"));
const token = "a-token-that-lasts";

let server: ChildProcess | undefined;
let port: number | undefined;

/** Range that current operating systems do not use for outgoing connections. */
const lasting = { from: 20_000, to: 32_000 };

async function lastingPort(): Promise<number> {
  for (;;) {
    const port = lasting.from + Math.floor(Math.random() * (lasting.to - lasting.from));
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  await once(probe.close(), "close");
  return true;
}

async function start(): Promise<void> {
  // The database beside SQLite stores needs a folder that PostgreSQL's user can enter.
  mkdirSync(join(folder, "state"), { recursive: true, mode: 0o755 });
  port ??= await lastingPort();
  const store = `sqlite:${join(folder, "state", "a.db")}`;
  const words = ["up", "--json", "--topology", "one", "--root-token", token, "--port", String(port), "--store", store];
  server = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([
    once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), "line"),
    once(server, "exit").then(() => Promise.reject(new Error("understudy up ended before it printed its addresses"))),
  ]);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}

async function renew(): Promise<void> {
  await end("SIGTERM");
  rmSync(join(folder, "state"), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  await start();
}

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  "/start": start,
  "/kill": () => end("SIGKILL"),
  "/renew": renew,
};

after(async () => {
  await end("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test("with reset: fresh, each scenario gets a new server, may kill it and may change its replication role", async () => {
  const calledPaths: string[] = [];
  const control = createServer((request, response) => {
    const task = tasks[request.url ?? ""];
    calledPaths.push(request.url ?? "");
    void task?.().then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  after(() => control.close());
  const { port: controlPort } = control.address() as AddressInfo;
  const command = (name: string) => [
    process.execPath,
    "-e",
    "fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))",
    `http://127.0.0.1:${controlPort}/${name}`,
  ];
  await start();
  const commands = { start: command("start"), kill: command("kill"), renew: command("renew") };
  const clusters = { Oslo: { api: `http://127.0.0.1:${port}`, tokenVariable: "FRESH_TOKEN", commands } };
  writeFileSync(join(folder, "target.json"), JSON.stringify({ name: "fresh", clusters, reset: "fresh" }));
  writeFileSync(
    join(folder, "f.feature"),
    `Feature: F
  @needs-restart
  Scenario: killed
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "colours/*"
    And Ada writes "blue" to "colours/sky" in Oslo
    When Oslo is killed and restarted
    Then eventually Ada reads "blue" at "colours/sky" in Oslo
  @needs-fresh
  Scenario: anew
    Given an operator enables Oslo as a primary
    Then eventually there is no secrets engine "colours" in Oslo
    When an operator seals Oslo
  @needs-database
  Scenario: and anew
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And the database is configured in Oslo
`,
  );
  const words = ["rehearse", "f.feature", "--stage", "remote", "--target", "target.json", "--report", "report"];
  const playing = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, FRESH_TOKEN: token },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(playing, "exit");
  const stdout = await text(playing.stdout);
  expect(await ended, stdout).to.deep.equal([0, null]);
  expect(calledPaths).to.deep.equal(["/renew", "/kill", "/start", "/renew", "/renew"]);
  expect(stdout).to.contain("F › and anew (not played: there is no database server on this stage)");
  const { target, played } = JSON.parse(readFileSync(join(folder, "report", "conformance.json"), "utf8"));
  expect(target.capabilities).to.include.members(["fresh", "restart", "replication"]);
  expect(played).to.deep.include({
    reset: "fresh",
    scenarios: { passed: 2, failed: 0, failedAsExpected: 0, notPlayed: 1 },
  });
});
