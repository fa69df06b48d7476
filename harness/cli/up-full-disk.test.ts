import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-full-"));
after(() => rmSync(folder, { recursive: true }));
/** File size limit in bytes: smaller than the history after a few writes. */
const roomBytes = 4_096;
const patienceMilliseconds = 30_000;

async function startControlled(name: string) {
  const report = join(folder, name);
  const words = ["up", "--json", "--topology", "one", "--port", "0", "--control", "0", "--report", report];
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const killing = () => child.kill("SIGKILL");
  process.once("exit", killing);
  const exited = once(child, "exit");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [said] = await once(createInterface({ input: child.stdout }), "line");
  const { control, clusters } = JSON.parse(String(said));
  const ask = (path: string) =>
    fetch(`${control.url}${path}`, { headers: { authorization: `Bearer ${control.token}` } });
  return {
    history: join(report, "history.ndjson"),
    limit: (bytes: number | "unlimited") => execFileSync("prlimit", ["--pid", `${child.pid}`, `--fsize=${bytes}:`]),
    write: async (value: number) => {
      const headers = { "x-vault-token": clusters[0].token };
      const body = JSON.stringify({ data: { value, long: "x".repeat(roomBytes) } });
      expect((await fetch(`${clusters[0].api}/v1/secret/data/a`, { method: "POST", headers, body })).status).to.equal(
        200,
      );
    },
    state: async () => ((await (await ask("/v1/state")).json()) as { history: Record<string, unknown> }).history,
    served: async () => (await ask("/v1/history")).text(),
    async waitForMessage(what: RegExp) {
      const until = Date.now() + patienceMilliseconds;
      while (!what.test(stderr)) {
        expect(Date.now(), `no message ${what} in: ${stderr}`).to.be.below(until);
        await passed(20);
      }
    },
    async end() {
      child.kill("SIGTERM");
      const [code] = await exited;
      process.off("exit", killing);
      return { code, stderr };
    },
  };
}

const numbersIn = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => Number(JSON.parse(line).seq));
const whole = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

suite("clusters under control whose report disk is full", { skip: process.platform !== "linux" }, () => {
  test("report it while they run, serve the complete history, and write it when there is space again", async () => {
    const up = await startControlled("again");
    expect(await up.state()).to.include({ trouble: null, lost_events: 0 });
    up.limit(roomBytes);
    for (let value = 0; value < 20; value++) await up.write(value);
    await up.waitForMessage(
      /^understudy: the history in \S+history\.ndjson: it cannot be written: no file may become as large/m,
    );
    expect(await up.state()).to.include({ trouble: "no file may become as large", lost_events: 0 });
    const served = numbersIn(await up.served());
    expect(served).to.deep.equal(whole(served.length));
    up.limit("unlimited");
    await up.waitForMessage(/it can be written again, and nothing is missing/);
    expect(await up.state()).to.include({ trouble: null, waiting_bytes: 0 });
    const { code } = await up.end();
    expect(code).to.equal(0);
    const saved = readFileSync(up.history, "utf8");
    expect(numbersIn(saved)).to.deep.equal(whole(numbersIn(saved).length));
    expect(numbersIn(saved).length).to.be.above(served.length);
    expect(saved).to.match(/"type":"end"[^\n]*\n$/);
  });

  test("keep the written part if no space becomes free, and end with exit code 2 and the reason", async () => {
    const up = await startControlled("never");
    up.limit(roomBytes);
    for (let value = 0; value < 20; value++) await up.write(value);
    await up.waitForMessage(/it cannot be written/);
    const { code, stderr } = await up.end();
    expect(code).to.equal(2);
    expect(stderr).to.match(/\nunderstudy: the report in \S+ is incomplete: no file may become as large\n$/);
    const saved = readFileSync(up.history, "utf8").split("\n").slice(0, -1);
    expect(saved.length).to.be.above(2);
    for (const line of saved) expect(() => JSON.parse(line)).to.not.throw();
  });
});
