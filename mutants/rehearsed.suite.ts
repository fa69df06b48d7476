import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/program/package-root.ts";
import { changeVariable, type TextChange } from "./change.ts";

const hook = new URL("./mutate-on-load.ts", import.meta.url).href;

export type Rehearsed = Readonly<{ status: number | null; output: string; isLoaded: boolean }>;

/**
 * Returns a function that plays a feature in a child process, optionally with a changed service. On the simulated
 * stage, the seed is the same in each run, because a bug may have no effect with some seeds.
 */
export function rehearsals(): (feature: string, stage: string, change?: TextChange) => Rehearsed {
  const run = runs();
  return (feature, stage, change) =>
    run(change, (own) => {
      writeFileSync(`${own}.feature`, feature);
      const seeded = stage === "simulated" ? ["--seed", "1"] : [];
      return ["rehearse", `${own}.feature`, "--stage", stage, ...seeded, "--workers", "1", "--report", `${own}-report`];
    });
}

/** Returns a function that runs the program in a child process, optionally with a changed service. */
export function runs(): (change: TextChange | undefined, words: (own: string) => readonly string[]) => Rehearsed {
  const folder = mkdtempSync(join(tmpdir(), "understudy-rehearsals-"));
  // A database server may run as another user than this process.
  chmodSync(folder, 0o755);
  after(() => rmSync(folder, { recursive: true }));
  let count = 0;
  return (change, wordsFor) => {
    const own = join(folder, `${++count}`);
    const marker = `${own}-loaded`;
    const program = join(packageRoot, "bin", "understudy.js");
    const preload = change ? ["--import", hook] : [];
    const env = { ...process.env, ...(change ? { [changeVariable]: JSON.stringify({ ...change, marker }) } : {}) };
    const words = [...v8Options, ...preload, program, ...wordsFor(own)];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
    return { status, output: stdout + stderr, isLoaded: existsSync(marker) };
  };
}
