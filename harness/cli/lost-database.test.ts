import { spawn } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-lost-"));
// PostgreSQL runs as another user if this process is root.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

test("if PostgreSQL dies during a run, no scenario fails: the exit code is 2 with the reason, and later scenarios use a new server", async () => {
  const own = ["--databases", "embedded", "--workers", "1", "--report", join(folder, "report")];
  const words = ["rehearse", "features/database/dynamic.feature", ...own];
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, TMPDIR: folder } });
  const killing = () => child.kill("SIGKILL");
  process.once("exit", killing);
  let [stdout, stderr, killed] = ["", "", false];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (killed || !stdout.includes("✔")) return;
    killed = true;
    for (const file of globSync(join(folder, "understudy-postgresql-*/data/postmaster.pid"))) {
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  process.off("exit", killing);
  const lost = "the database server (embedded PostgreSQL 18) has died";
  expect(stderr).to.equal(`understudy: not all could be judged: ${lost}\n`);
  expect(code).to.equal(2);
  expect(stdout).to.contain(`not played: it could not be judged: ${lost}`);
  // Only the running scenario, and perhaps one whose stage was opening, are lost.
  const [, unjudged = "0"] = /^(\d+) not played: /m.exec(stdout) ?? [];
  expect(Number(unjudged)).to.be.within(1, 2);
  const [, passed = "0", failed = ""] = /(\d+) passed, (\d+) failed\n$/.exec(stdout) ?? [];
  expect([Number(passed) > 5, failed]).to.deep.equal([true, "0"]);
  const junit = readFileSync(join(folder, "report/junit.xml"), "utf8");
  expect(junit).to.match(/failures="0"/);
});
