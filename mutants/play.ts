import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/cli/package-root.ts";
import { changeVariable } from "./change.ts";
import type { Mutant } from "./mutant.ts";
import { type ReadReport, readReport } from "./read-report.ts";

/** What came of playing the scenarios that carry some ids. */
export type Played = ReadReport &
  Readonly<{
    /** Whether the changed file was loaded at all. */
    isLoaded: boolean;
    milliseconds: number;
  }>;

/** A mutant may go round in circles for ever; this ends it, in milliseconds. A minute is long, on a machine that has much else to do. */
const patienceMilliseconds = 600_000;
const hook = new URL("./mutate-on-load.ts", import.meta.url).href;
const program = join(packageRoot, "bin", "understudy.js");

/**
 * Plays the scenarios that carry one of `ids` on the simulated stage, in a process of its own, with the service as it is or as `mutant` has
 * it. The report goes into a folder of its own below `folder`, and is taken away again.
 */
export async function play(
  { ids, mutant }: Readonly<{ ids: readonly string[]; mutant?: Pick<Mutant, "file" | "find" | "replace"> }>,
  { folder, seed }: Readonly<{ folder: string; seed: number }>,
): Promise<Played> {
  const started = performance.now();
  const own = join(folder, `${++runs}`);
  await mkdir(own);
  const marker = join(own, "loaded");
  const report = join(own, "report");
  const change = mutant && { file: mutant.file, find: mutant.find, replace: mutant.replace, marker };
  const tags = ids.map((id) => `@${id}`).join(" or ");
  const words = ["rehearse", "--stage", "simulated", "--workers", "1", "--seed", `${seed}`, "--tags", tags];
  // With its options of V8 the program stays this process; another run of it would not know of the change.
  const options = [...v8Options, ...(change ? ["--import", hook] : [])];
  const { ending, errors } = await run([...options, program, ...words, "--report", report], {
    [changeVariable]: JSON.stringify(change),
  });
  const isLoaded = existsSync(marker);
  const read = await readReport(report, { ending, errors });
  await rm(own, { recursive: true, force: true });
  return { ...read, isLoaded, milliseconds: Math.round(performance.now() - started) };
}

let runs = 0;

async function run(words: readonly string[], variables: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, words, {
    cwd: packageRoot,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: patienceMilliseconds,
    killSignal: "SIGKILL",
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ending = await new Promise<number | string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? "no exit code"));
  });
  return { ending, errors };
}
