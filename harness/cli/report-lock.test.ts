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

/** Holds a report's folder in a process of its own. */
async function held(report: string): Promise<ChildProcess> {
  const module = JSON.stringify(new URL("./report-lock.ts", import.meta.url).href);
  const text = `const { lockReports } = await import(${module}); globalThis.kept = lockReports(${JSON.stringify(report)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

suite("the lock of a report's folder", () => {
  test("is one rehearsal's: a second one is refused with the option to use, and one that is killed leaves it free", async () => {
    const report = join(folder, "shared");
    const child = await held(report);
    expect(readdirSync(report)).to.deep.equal([".understudy-lock"]);
    const refused = rehearse(report);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(refused).to.deep.equal({
      code: 2,
      lines: [""],
      stderr: `understudy: another rehearsal writes its report to ${report}: name another folder by --report\n`,
    });
    expect(rehearse(report)).to.include({ code: 0, stderr: "" });
    expect(readdirSync(report).filter((name) => name.startsWith("."))).to.deep.equal([]);
  });

  test("is free for the next one of the same process, and refused to one beside it", () => {
    const report = join(folder, "own");
    for (const _ of [1, 2]) {
      using _lock = lockReports(report);
      expect(() => lockReports(report)).to.throw(/another rehearsal/);
      expect(() => lockReports(report)).to.throw(/another rehearsal/);
    }
    expect(readdirSync(report)).to.deep.equal([]);
  });

  for (const name of ["messages.ndjson", "junit.xml", "index.html", "requirements.json"]) {
    test(`on a full disk: what was learnt is told, one line says why there is no whole report, exit code 2 (${name})`, {
      skip: !existsSync("/dev/full"),
    }, () => {
      const report = join(folder, name);
      mkdirSync(report);
      symlinkSync("/dev/full", join(report, name));
      const { code, lines, stderr } = rehearse(report);
      expect(stderr).to.equal(`understudy: the report in ${report} is not whole: no space is left on the device\n`);
      expect(lines.at(-1)).to.match(/^[1-9]\d* passed, 0 failed$/);
      expect(code).to.equal(2);
    });
  }
});
