import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as passed } from "node:timers/promises";
import { promisify } from "node:util";
import type { SystemUser } from "./unprivileged-user.ts";

export type KeptProcess = Readonly<{
  /** The last lines of the program's output. */
  log: readonly string[];
  /** Resolves when the program has exited or could not be started: to true if its exit code is 0. */
  ended: Promise<boolean>;
  /**
   * Resolves to true at an output line that contains `text`, or to false if the program exits or the maximum time
   * passes before.
   */
  says(text: string): Promise<boolean>;
  /** Suspends the program and its child processes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Sends the signal, and SIGKILL if the program has not exited 5 seconds later. Resolves when it has exited. A
   * suspended program is resumed first.
   */
  stop(signal: NodeJS.Signals): Promise<void>;
}>;

const logLines = 60;
const stopMilliseconds = 5_000;

const defaultPatienceMilliseconds = 60_000;

export type KeptProcessOptions = Readonly<{
  /** Working directory of the program, and folder of its temporary files. */
  folder: string;
  user: SystemUser | undefined;
  input?: string | undefined;
  /** True if the program should exit by itself. It is then killed after `patienceMilliseconds`. Default: false. */
  isShort?: boolean;
  /** Maximum time in milliseconds until the program is ready, or has exited if `isShort`. Default: one minute. */
  patienceMilliseconds?: number;
}>;

/**
 * Starts a database program in `folder`, as `user` if set, with `input` on stdin. The program does not get this
 * process's environment variables, except PATH and SystemRoot.
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
  /** Children of a killed script would survive and keep the output open, so they are killed, too. */
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
