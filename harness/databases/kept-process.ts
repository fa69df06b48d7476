import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SystemUser } from "./unprivileged-user.ts";

/** A program that runs, or ran. */
export type KeptProcess = Readonly<{
  /** The last lines it said. */
  log: readonly string[];
  /** Resolves with whether it ended well. */
  ended: Promise<boolean>;
  /** Resolves with whether it said so before it ended. */
  says(text: string): Promise<boolean>;
  /** Ends it, without regard for its data unless that is to be in good order, and waits until it is gone. */
  stop(how?: Readonly<{ inGoodOrder?: boolean; atOnce?: boolean }>): Promise<void>;
}>;

/** Enough to see what went wrong. */
const logLines = 20;
/** PostgreSQL's immediate shutdown takes milliseconds, its fast one as long as its disk; what does not manage is killed, and recovers at its next start. */
const stopMilliseconds = 5_000;

/** Starts a program of a database in `folder`, as `user` if one is given, untouched by settings in the environment. */
export function startKeptProcess(
  path: string,
  parameters: readonly string[],
  { folder, user }: Readonly<{ folder: string; user: SystemUser | undefined }>,
): KeptProcess {
  const child = spawn(path, parameters, {
    ...user,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // No PGDATA, PGPORT and the like; English messages, because we look for one of them.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: "C", TZ: "UTC" },
    windowsHide: true,
  });
  const log: string[] = [];
  const listeners = new Set<(line: string) => void>();
  function hear(line: string): void {
    log.push(line);
    if (log.length > logLines) log.shift();
    for (const listener of listeners) listener(line);
  }
  for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on("line", hear);
  const ended = once(child, "close").then(
    ([code]) => code === 0,
    (error: Error) => {
      hear(error.message);
      return false;
    },
  );
  return {
    log,
    ended,
    says(text) {
      const heard = new Promise<true>((resolve) => listeners.add((line) => line.includes(text) && resolve(true)));
      return Promise.race([heard, ended.then(() => false)]);
    },
    async stop({ inGoodOrder = false, atOnce = false } = {}) {
      // PostgreSQL's fast shutdown, which writes all down, or its immediate one.
      child.kill(atOnce ? "SIGKILL" : inGoodOrder ? "SIGINT" : "SIGQUIT");
      const impatience = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
      await ended;
      clearTimeout(impatience);
    },
  };
}
