import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const timeoutMilliseconds = 300_000;

const root = fileURLToPath(new URL("../", import.meta.url));

const timestamp = z.object({ timestamp: z.object({ seconds: z.number(), nanos: z.number() }) });
const envelope = z.looseObject({ testRunStarted: timestamp.optional(), testRunFinished: timestamp.optional() });

export type Rehearsed = Readonly<{
  /** Seconds from the start to the end of the test run, according to the runner's messages. */
  playing: number;
  /** Seconds from the start of the command to its last line of output. */
  toLastLine: number;
  /**
   * Duration of each passed scenario in seconds, by the names of its feature and of the scenario.
   */
  scenarios: ReadonlyMap<string, number>;
}>;

/**
 * Runs `program` with a temporary report folder. Rejects if the program fails, for example because a scenario does not
 * pass.
 */
export async function rehearsed(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Rehearsed> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "understudy-bench-"));
  const begun = performance.now();
  const child = spawn(program, [...words, "--report", folder.path], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: timeoutMilliseconds,
  });
  let lastLineAt = begun;
  let tail = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    lastLineAt = performance.now();
    tail = (tail + text).slice(-200);
  });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error(`${program} ${words.join(" ")} ended with ${code}: ${tail.trimEnd().split("\n").at(-1)}`);
  return {
    playing: playingSeconds(await readFile(join(folder.path, "messages.ndjson"), "utf8")),
    toLastLine: (lastLineAt - begun) / 1000,
    scenarios: scenarioSeconds(await readFile(join(folder.path, "junit.xml"), "utf8")),
  };
}

function scenarioSeconds(junit: string): ReadonlyMap<string, number> {
  const passed = junit.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]* time="([^"]*)"><\/testcase>/g);
  return new Map([...passed].map(([, feature, name, time]) => [`${feature}: ${name}`, Number(time)]));
}

function playingSeconds(messages: string): number {
  let [begun, ended] = [Number.NaN, Number.NaN];
  for (const line of messages.split("\n")) {
    if (!line.startsWith('{"testRun')) continue;
    const { testRunStarted, testRunFinished } = envelope.parse(JSON.parse(line));
    if (testRunStarted) begun = secondsOf(testRunStarted);
    if (testRunFinished) ended = secondsOf(testRunFinished);
  }
  return ended - begun;
}

function secondsOf({ timestamp: { seconds, nanos } }: z.infer<typeof timestamp>): number {
  return seconds + nanos / 1e9;
}
