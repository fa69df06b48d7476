import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/cli/package-root.ts";
import { changeVariable, type TextChange } from "./change.ts";

const hook = new URL("./mutate-on-load.ts", import.meta.url).href;

/** What came of a rehearsal: its exit code, all that it said, and whether the changed file was loaded. */
export type Rehearsed = Readonly<{ status: number | null; said: string; isLoaded: boolean }>;

/** Rehearses one feature on a stage in a process of its own, with the service as it is or changed. */
export function rehearsals(): (feature: string, stage: string, change?: TextChange) => Rehearsed {
  const folder = mkdtempSync(join(tmpdir(), "understudy-rehearsals-"));
  // A database server may run as another user than this process.
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true }));
  let count = 0;
  return (feature, stage, change) => {
    const own = join(folder, `${++count}`);
    const marker = `${own}-loaded`;
    writeFileSync(`${own}.feature`, feature);
    const program = join(packageRoot, "bin", "understudy.js");
    const options = ["--stage", stage, "--workers", "1", "--report", `${own}-report`];
    const preload = change ? ["--import", hook] : [];
    const env = { ...process.env, ...(change ? { [changeVariable]: JSON.stringify({ ...change, marker }) } : {}) };
    const words = [...v8Options, ...preload, program, "rehearse", `${own}.feature`, ...options];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    return { status, said: stdout + stderr, isLoaded: existsSync(marker) };
  };
}
