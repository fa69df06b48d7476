import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as passed } from "node:timers/promises";
import { promisify } from "node:util";
import type { SystemUser } from "./unprivileged-user.ts";

export type KeptProcess = Readonly<{
  /** The last lines of the program's output. */
  log: readonly string[];
  /** Resolves when the program exits: to true if its exit code is 0. */
  ended: Promise<boolean>;
  /** Waits for an output line that contains `text`. False if the program exits or the maximum time passes first. */
  says(text: string): Promise<boolean>;
  /** Suspends the program and its child processes. */
  pause(): Promise<void>;
  /** Resumes the program and its child processes. */
  resume(): Promise<void>;
  /**
   * Sends the signal, and SIGKILL if the program has not exited 5 seconds later. Waits for the exit. A suspended
   * program is resumed first.
   */
  stop(signal: NodeJS.Signals): Promise<void>;
}>;

/** Number of output lines that are stored. A program may print two dozen lines of advice after its error message. */
const logLines = 60;
/**
 * Time in milliseconds that a program may take to shut down before it is killed. PostgreSQL's immediate shutdown takes
 * milliseconds; its fast shutdown takes as long as the disk needs. A server that was killed recovers when it starts
 * again.
 */
const stopMilliseconds = 5_000;

const defaultPatienceMilliseconds = 60_000;

export type KeptProcessOptions = Readonly<{
  /** Working directory of the program, and folder of its temporary files. */
  folder: string;
  user: SystemUser | undefined;
  input?: string | undefined;
  /** Whether the program should exit by itself. If so, it is killed after `patienceMilliseconds`. Default: false. */
  isShort?: boolean;
  /** Maximum time in milliseconds until the program is ready or done. Default: one minute. */
  patienceMilliseconds?: number;
}>;

/**
 * Starts a database program in `folder`. It runs as `user` if given, and receives `input` on stdin. Of this process's
 * environment, it gets only PATH and SystemRoot.
 */
export function startKeptProcess(
  path: string,
  parameters: readonly string[],
  { folder, user, input, isShort = false, patienceMilliseconds = defaultPatienceMilliseconds }: KeptProcessOptions,
): KeptProcess {
  const child = spawn(path, parameters, {
    ...user,
    cwd: folder,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // No PGDATA, PGPORT and the like. Messages are in English, because we search for them. The system's temporary
    // folder may be inaccessible to the user.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: "C", TZ: "UTC", TMPDIR: folder },
    windowsHide: true,
  });
  const log: string[] = [];
  const listeners = new Set<(line: string) => void>();
  function addLine(line: string): void {
    log.push(line);
    if (log.length > logLines) log.shift();
    for (const listener of listeners) listener(line);
  }
  for (const output of [child.stdout, child.stderr]) if (output) createInterface({ input: output }).on("line", addLine);
  // A program that exits early reports its reason in its output.
  child.stdin?.on("error", () => {}).end(input);
  const closed = once(child, "close").catch(() => {});
  const ended = once(child, "exit").then(
    async ([code]) => {
      await Promise.race([closed, passed(stopMilliseconds, undefined, { ref: false })]);
      for (const output of [child.stdout, child.stderr]) output?.destroy();
      return code === 0;
    },
    (error: Error) => {
      addLine(error.message);
      return false;
    },
  );
  /** Kills the program and its descendants. Children of a killed script would survive and keep the output open. */
  async function kill(): Promise<void> {
    const started = await descendantsOf(child.pid);
    child.kill("SIGKILL");
    for (const pid of started) signalProcess(pid, "SIGKILL");
  }
  const late = `it was not ready within ${patienceMilliseconds / 1000} seconds`;
  if (isShort) {
    const timeout = setTimeout(() => {
      addLine(late);
      void kill();
    }, patienceMilliseconds);
    void ended.then(() => clearTimeout(timeout));
  }
  let isPaused = false;
  /** Sends the signal to the program first, so that a suspended program cannot start more children. */
  async function signalAll(signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
    isPaused = signal === "SIGSTOP";
    child.kill(signal);
    for (const pid of await childrenOf(child.pid)) signalProcess(pid, signal);
  }
  return {
    log,
    ended,
    async says(text) {
      let listener: ((line: string) => void) | undefined;
      let timeout: NodeJS.Timeout | undefined;
      const printed = new Promise<boolean>((resolve) => {
        listener = (line) => line.includes(text) && resolve(true);
        listeners.add(listener);
        timeout = setTimeout(() => {
          resolve(false);
          addLine(late);
        }, patienceMilliseconds);
      });
      const isSaid = await Promise.race([printed, ended.then(() => false)]);
      clearTimeout(timeout);
      if (listener) listeners.delete(listener);
      return isSaid;
    },
    pause: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
    async stop(signal) {
      if (isPaused) await signalAll("SIGCONT");
      if (signal === "SIGKILL") await kill();
      else child.kill(signal);
      const timeout = setTimeout(() => void kill(), stopMilliseconds);
      await ended;
      clearTimeout(timeout);
    },
  };
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function descendantsOf(pid: number | undefined): Promise<readonly number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  // pgrep exits with 1 if there are none.
  const { stdout } = await promisify(execFile)("pgrep", ["-P", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.split("\n").filter(Boolean).map(Number);
}
