import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { containerServer } from "./container-server.ts";

test("a PostgreSQL in a container checks every login, and is removed on dispose", async () => {
  await using server = await containerServer("postgresql");
  await server.run(["CREATE ROLE ada LOGIN PASSWORD 'p@ss'", "CREATE ROLE idle PASSWORD 'p@ss'"]);
  expect(await server.accepts("ada", "p@ss")).to.equal(true);
  expect(await server.accepts("ada", "pass")).to.equal(false);
  expect(await server.accepts("idle", "p@ss")).to.equal(false);
  expect(await server.column("SELECT rolcanlogin FROM pg_roles WHERE rolname = 'ada'")).to.deep.equal(["t"]);
  const [container = ""] = await containersOf(process.pid);
  expect(await healthCheckInterval(container), "between programs started in it").to.be.greaterThan(hourNanoseconds);
  await server[Symbol.asyncDispose]();
  expect(await containersOf(process.pid)).to.deep.equal([]);
});

for (const signal of ["SIGINT", "SIGKILL"] as const) {
  test(`the container is removed after a ${signal}`, async () => {
    const module = JSON.stringify(new URL("./container-server.ts", import.meta.url).href);
    const program = `
      const { containerServer } = await import(${module});
      await containerServer("postgresql");
      process.stdout.write("up\\n");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
    await once(createInterface({ input: child.stdout }), "line");
    expect(await containersOf(child.pid)).to.have.length(1);
    child.kill(signal);
    await gone(child.pid);
  });
}

const patienceMilliseconds = 30_000;

async function gone(pid: number | undefined): Promise<void> {
  for (const deadline = performance.now() + patienceMilliseconds; ; await pause(100)) {
    const left = await containersOf(pid);
    if (left.length === 0) return;
    if (performance.now() > deadline) expect(left).to.deep.equal([]);
  }
}

const hourNanoseconds = 3600 * 1e9;

async function healthCheckInterval(container: string): Promise<number> {
  const format = "{{json .Config.Healthcheck.Interval}}";
  return Number((await promisify(execFile)("docker", ["inspect", "--format", format, container])).stdout);
}

async function containersOf(pid: number | undefined): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("docker", ["ps", "-aq", "--filter", `label=understudy.run=${pid}`]);
  return stdout.split("\n").filter((line) => line !== "");
}
