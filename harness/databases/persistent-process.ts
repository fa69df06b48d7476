import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as passed } from "node:timers/promises";
import { promisify } from "node:util";
import type { SystemUser } from "./unprivileged-user.ts";

/** A program that runs, or ran. */
export type KeptProcess = Readonly<{
  /** The last lines it said. */
  log: readonly string[];
  /** Resolves with whether it ended well. */
  ended: Promise<boolean>;
  /** Resolves with whether it said so before it ended, within a minute. */
  says(text: string): Promise<boolean>;
  /** Has it, and what it has started, stand still, or go on. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends it by this signal, or after 5 seconds by SIGKILL, and waits until it is gone. What stands still goes on for that. */
  stop(signal: NodeJS.Signals): Promise<void>;
}>;

/** Enough to see what went wrong: behind its error a program may give two dozen lines of advice. */
const logLines = 60;
/** PostgreSQL's immediate shutdown takes milliseconds, its fast one as long as its disk; what does not manage is killed, and recovers at its next start. */
const stopMilliseconds = 5_000;

/** Programs of databases are ready, or done with a data folder, within seconds, on a slow machine too. A step of a scenario waits no longer than 90 seconds. */
const usualPatienceMilliseconds = 60_000;

export type KeptProcessOptions = Readonly<{
  /** Where it runs, and has its temporary files. */
  folder: string;
  user: SystemUser | undefined;
  input?: string | undefined;
  /** Whether it comes to an end by itself; one that does not within a minute is killed. */
  isShort?: boolean;
  /** In place of a minute. */
  patienceMilliseconds?: number;
}>;

/** Starts a program of a database in `folder`, as `user` if one is given, untouched by settings in the environment. It reads `input`. */
export function startKeptProcess(
  path: string,
  parameters: readonly string[],
  { folder, user, input, isShort = false, patienceMilliseconds = usualPatienceMilliseconds }: KeptProcessOptions,
): KeptProcess {
  const child = spawn(path, parameters, {
    ...user,
    cwd: folder,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // No PGDATA, PGPORT and the like; English messages, because we look for one of them. The system's temporary folder may be closed to the user.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: "C", TZ: "UTC", TMPDIR: folder },
    windowsHide: true,
  });
  const log: string[] = [];
  const listeners = new Set<(line: string) => void>();
  function hear(line: string): void {
    log.push(line);
    if (log.length > logLines) log.shift();
    for (const listener of listeners) listener(line);
  }
  for (const output of [child.stdout, child.stderr]) if (output) createInterface({ input: output }).on("line", hear);
  // What ends early says why by itself.
  child.stdin?.on("error", () => {}).end(input);
  const closed = once(child, "close").catch(() => {});
  const ended = once(child, "exit").then(
    async ([code]) => {
      await Promise.race([closed, passed(stopMilliseconds, undefined, { ref: false })]);
      for (const output of [child.stdout, child.stderr]) output?.destroy();
      return code === 0;
    },
    (error: Error) => {
      hear(error.message);
      return false;
    },
  );
  /** Ends it at once, and what it has started: a script that runs the program would leave it behind, with our end of its output. */
  async function kill(): Promise<void> {
    const started = await descendantsOf(child.pid);
    child.kill("SIGKILL");
    for (const pid of started) tell(pid, "SIGKILL");
  }
  const late = `it was not ready within ${patienceMilliseconds / 1000} seconds`;
  if (isShort) {
    const impatience = setTimeout(() => {
      hear(late);
      void kill();
    }, patienceMilliseconds);
    void ended.then(() => clearTimeout(impatience));
  }
  let isPaused = false;
  /** The program first: so it starts no other meanwhile. */
  async function signalAll(signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
    isPaused = signal === "SIGSTOP";
    child.kill(signal);
    for (const pid of await childrenOf(child.pid)) tell(pid, signal);
  }
  return {
    log,
    ended,
    async says(text) {
      let listener: ((line: string) => void) | undefined;
      let impatience: NodeJS.Timeout | undefined;
      const heard = new Promise<boolean>((resolve) => {
        listener = (line) => line.includes(text) && resolve(true);
        listeners.add(listener);
        impatience = setTimeout(() => {
          resolve(false);
          hear(late);
        }, patienceMilliseconds);
      });
      const isSaid = await Promise.race([heard, ended.then(() => false)]);
      clearTimeout(impatience);
      if (listener) listeners.delete(listener);
      return isSaid;
    },
    pause: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
    async stop(signal) {
      if (isPaused) await signalAll("SIGCONT");
      if (signal === "SIGKILL") await kill();
      else child.kill(signal);
      const impatience = setTimeout(() => void kill(), stopMilliseconds);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** A process that has ended meanwhile needs no signal. */
function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The processes that a process has started and that run, and those that they have started. */
async function descendantsOf(pid: number | undefined): Promise<readonly number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** The processes that a process has started and that run. */
async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  // Ends with 1 when there are none.
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}
