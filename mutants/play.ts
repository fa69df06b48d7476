import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "#harness/cli/package-root.ts";
import { changeVariable } from "./change.ts";
import type { Mutant } from "./mutant.ts";

/** What came of playing the scenarios that carry some ids. */
export type Played = Readonly<{
  /** Ids of all requirements that were told as held, and as broken. */
  held: readonly string[];
  broken: readonly string[];
  /** Whether the changed file was loaded at all. */
  isLoaded: boolean;
  /** Why nothing can be said; undefined where there is a verdict. */
  trouble?: string;
  milliseconds: number;
}>;

/** A mutant may go round in circles for ever. The slowest verdicts take a tenth of this, in milliseconds. */
const patienceMilliseconds = 120_000;
const hook = new URL("./mutate-on-load.ts", import.meta.url).href;
const program = join(packageRoot, "bin", "understudy.js");
/** How the runner's messages tell that the change itself makes no sense, whatever a scenario was about: JSON, some of it in JSON again. */
const nonsense = [/"message":"((?:Reference|Syntax|Type|Range)Error[^"\\]*)/, /\* (internal error)\b/];
const coverage = z.record(z.string(), z.object({ verdict: z.enum(["held", "broken", "not played"]) }));

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
  const { ending, errors } = await run([...(change ? ["--import", hook] : []), program, ...words, "--report", report], {
    [changeVariable]: JSON.stringify(change),
  });
  const isLoaded = existsSync(marker);
  const [verdicts, trouble] = await judged(report, { ending, errors });
  await rm(own, { recursive: true, force: true });
  const all = Object.entries(verdicts);
  const named = (verdict: string) => all.filter(([, one]) => one.verdict === verdict).map(([id]) => id);
  const milliseconds = Math.round(performance.now() - started);
  const played = { held: named("held"), broken: named("broken"), isLoaded, milliseconds };
  return trouble === undefined ? played : { ...played, trouble };
}

let runs = 0;

async function judged(
  report: string,
  { ending, errors }: Readonly<{ ending: number | string; errors: string }>,
): Promise<[verdicts: z.output<typeof coverage>, trouble?: string]> {
  const verdicts = join(report, "requirements.json");
  if ((ending !== 0 && ending !== 1) || !existsSync(verdicts)) {
    const why = /^\w*Error\b.*$/m.exec(errors)?.[0] ?? errors.trim().split("\n")[0] ?? "";
    return [{}, `it ended with ${ending}: ${why}`];
  }
  const messages = await readFile(join(report, "messages.ndjson"), "utf8");
  const senseless = nonsense.map((sign) => sign.exec(messages)?.[1]).find((found) => found !== undefined);
  const read = coverage.parse(JSON.parse(await readFile(verdicts, "utf8")));
  return senseless === undefined ? [read] : [read, senseless];
}

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
