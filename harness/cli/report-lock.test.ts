import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { lockReports } from "./report-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-reports-"));
after(() => rmSync(folder, { recursive: true }));
const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
const words = [program, "rehearse", "features/core/audit.feature", "--stage", "simulated", "--seed", "1", "--report"];

function rehearse(report: string): Readonly<{ code: number | null; lines: readonly string[]; stderr: string }> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words, report], { encoding: "utf8" });
  return { code: status, lines: stdout.trimEnd().split("\n"), stderr };
}

async function held(report: string): Promise<ChildProcess> {
  const module = JSON.stringify(new URL("./report-lock.ts", import.meta.url).href);
  const text = `const { lockReports } = await import(${module}); globalThis.kept = lockReports(${JSON.stringify(report)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

suite("the lock of a report folder", () => {
  test("refuses a second rehearsal, names the option to use, and is released when its holder is killed", async () => {
    const report = join(folder, "shared");
    const child = await held(report);
    expect(readdirSync(report)).to.deep.equal([".understudy-lock"]);
    const refused = rehearse(report);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(refused).to.deep.equal({
      code: 2,
      lines: [""],
      stderr: `understudy: another rehearsal is writing its report to ${report}: choose another folder with --report\n`,
    });
    expect(rehearse(report)).to.include({ code: 0, stderr: "" });
    expect(readdirSync(report).filter((name) => name.startsWith("."))).to.deep.equal([]);
  });

  test("can be taken again in the same process, and not twice at the same time", () => {
    const report = join(folder, "own");
    for (const _ of [1, 2]) {
      using _lock = lockReports(report);
      expect(() => lockReports(report)).to.throw(/another rehearsal/);
      expect(() => lockReports(report)).to.throw(/another rehearsal/);
    }
    expect(readdirSync(report)).to.deep.equal([]);
  });

  for (const name of ["messages.ndjson", "junit.xml", "index.html", "requirements.json"]) {
    test(`on a full disk the results are printed, one line has the reason for the incomplete report, and the exit code is 2 (${name})`, {
      skip: !existsSync("/dev/full"),
    }, () => {
      const report = join(folder, name);
      mkdirSync(report);
      symlinkSync("/dev/full", join(report, name));
      const { code, lines, stderr } = rehearse(report);
      expect(stderr).to.equal(`understudy: the report in ${report} is incomplete: no space is left on the device\n`);
      expect(lines.at(-1)).to.match(/^[1-9]\d* passed, 0 failed$/);
      expect(code).to.equal(2);
    });
  }
});
