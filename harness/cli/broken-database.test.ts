import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-broken-"));
// Database servers run as another user if this process is root.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

function programs(name: string, said: Readonly<Record<string, string>>): string {
  const directory = join(folder, name);
  mkdirSync(directory);
  for (const [one, script] of Object.entries(said))
    writeFileSync(join(directory, one), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return directory;
}

async function runRehearsal(words: readonly string[], path: string) {
  const report = mkdtempSync(join(folder, "report-"));
  const child = spawn(process.execPath, [program, "rehearse", ...words, "--workers", "1", "--report", report], {
    env: { ...process.env, PATH: `${path}:${process.env.PATH}`, CI: "" },
  });
  const killing = () => child.kill("SIGKILL");
  process.once("exit", killing);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  process.off("exit", killing);
  return { code, stdout, stderr, report };
}

const said = 'echo "$(date "+%F %T") $$ [ERROR] mariadbd: cannot create a file in $PWD/x (Errcode: 13)" >&2';
const reason = "mariadbd: cannot create a file in its folder/x (Errcode: 13)";

suite("a database program that is installed but does not start", () => {
  test("fails no scenario: the run ends with exit code 2 and one reason, and judges the other scenarios", async () => {
    const path = programs("mariadb", {
      "mariadb-install-db": `for word; do case $word in --datadir=*) mkdir "\${word#--datadir=}";; esac; done`,
      mariadbd: `${said}; exit 1`,
    });
    const words = [
      "features/database/products.feature",
      "--databases",
      "programs",
      "--tags",
      "@OWN-PRODUCT-01 and (@needs-mariadb or @needs-simulated)",
    ];
    const { code, stdout, stderr, report } = await runRehearsal(words, path);
    const lost = `[ERROR] ${reason}`;
    expect(stderr).to.equal(`understudy: not all could be judged: ${join(path, "mariadbd")} does not start: ${lost}\n`);
    expect(code).to.equal(2);
    const lines = stdout.split("\n").filter((line) => line.includes(reason));
    expect(lines, stdout).to.have.length(1);
    expect(lines[0]).to.match(/^\d+ not played: it could not be judged: /);
    expect(Number.parseInt(lines[0] ?? "", 10)).to.be.above(1);
    expect(stdout).to.match(/\n[1-9]\d* passed, 0 failed\n$/);
    expect(readFileSync(join(report, "junit.xml"), "utf8")).to.match(/failures="0"/);
  });

  test("prints one line and exits with 2 without running a scenario if all scenarios need it", async () => {
    const path = programs("postgresql", {
      postgres: "exit 1",
      initdb: 'echo "initdb: error: could not create directory: Permission denied" >&2; exit 1',
    });
    const words = ["features/core/paths.feature", "--databases", "programs"];
    const { code, stdout, stderr } = await runRehearsal(words, path);
    expect(stderr).to.equal(
      "understudy: the services that the scenarios need did not start: the embedded PostgreSQL cannot make its data folder: initdb: error: could not create directory: Permission denied\n",
    );
    expect([code, stdout]).to.deep.equal([2, ""]);
  });
});
