import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));
/** Compile cache. It is outside the temporary folder, because that must be empty at the end. */
const compileCache = fileURLToPath(new URL("../../node_modules/.cache/node-compile-cache", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "understudy-killed-"));
// PostgreSQL runs as another user if this process is root.
chmodSync(folder, 0o755);
const report = mkdtempSync(join(tmpdir(), "understudy-killed-report-"));
after(() => {
  for (const one of [folder, report]) rmSync(one, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const patience = 60_000;

test("a rehearsal with stores in files that is killed leaves no store and no audit file", async () => {
  const words = [
    "rehearse",
    "features/core/audit.feature",
    "--databases",
    "embedded",
    "--store",
    "sqlite",
    "--report",
    report,
  ];
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const closed = once(child, "exit");
  const wanted = ["**/understudy-stores-*/*.db", "**/understudy-audit-*"];
  const made = () => wanted.every((pattern) => globSync(pattern, { cwd: folder }).length > 0);
  try {
    for (const until = Date.now() + patience; !made(); await passed(5)) {
      if (Date.now() > until) throw new Error("no stores and audit files were created");
    }
  } finally {
    child.kill("SIGKILL");
    await closed;
  }
  for (const until = Date.now() + patience; readdirSync(folder).length > 0; await passed(20)) {
    if (Date.now() > until) expect(readdirSync(folder)).to.deep.equal([]);
  }
});
