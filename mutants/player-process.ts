import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/program/package-root.ts";
import type { TextChange } from "./change.ts";

/** Arguments of the program, or names of workloads; and a change to apply to the service. */
export type Task = Readonly<{
  words: readonly string[];
  change?: TextChange | undefined;
  /** True if the run may loop endlessly although `change` is omitted. */
  isLimited?: boolean;
}>;

/** Result of a run: its exit code, or the reason why the process ended. */
export type Ended = Readonly<{
  ending: number | string;
  errors: string;
  /** True if the changed file was loaded, or if the process died. */
  isLoaded: boolean;
  /** JSON with additional results; omitted if the program has none. */
  result?: string;
}>;

const defaultProgram = new URL("./player.ts", import.meta.url);
const defaultTimeout = 300_000;
/** Default maximum number of runs in one process. Each run leaves a loaded service of about 10 MB in memory. */
const defaultMaxPlays = 40;

export type PlayerOptions = Readonly<{
  /** Time in milliseconds after which a run that may loop endlessly is ended. Default: five minutes. */
  timeout?: number;
  program?: URL;
  /** Number of runs after which the process is replaced. Default: 40. */
  maxPlays?: number;
  variables?: Readonly<Record<string, string>>;
}>;

/** Runs tasks one after another in a child process, which is started again when necessary. */
export class PlayerProcess implements AsyncDisposable {
  readonly #timeout: number;
  readonly #program: URL;
  readonly #maxPlays: number;
  readonly #variables: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #plays = 0;
  #errors = "";
  #end: (ended: Ended) => void = () => {};

  constructor({
    timeout = defaultTimeout,
    program = defaultProgram,
    maxPlays = defaultMaxPlays,
    variables = {},
  }: PlayerOptions = {}) {
    this.#timeout = timeout;
    this.#program = program;
    this.#maxPlays = maxPlays;
    this.#variables = variables;
  }

  /** Runs a task. Resolves when the task has ended, even if the process died. Only one task may run at a time. */
  async run(task: Task): Promise<Ended> {
    if (this.#plays >= this.#maxPlays) await this[Symbol.asyncDispose]();
    const child = this.#child ?? this.#started();
    this.#plays += 1;
    this.#errors = "";
    const { promise, resolve } = Promise.withResolvers<Ended>();
    this.#end = resolve;
    const loopTimer = (task.change || task.isLimited) && setTimeout(() => child.kill("SIGKILL"), this.#timeout);
    child.send(task);
    const ended = await promise;
    clearTimeout(loopTimer || undefined);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.kill("SIGKILL");
    await once(child, "close");
  }

  #started(): ChildProcess {
    // Compiled code of one play is useless for others, so a cache would only grow.
    const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
    const child = fork(fileURLToPath(this.#program), {
      cwd: packageRoot,
      env: { ...environment, ...this.#variables },
      execArgv: [...v8Options, "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    child.on("message", (ended) => this.#end(ended as Ended));
    // Ignored: the process has ended and "close" follows.
    child.on("error", () => {});
    child.on("close", (code, signal) => {
      this.#child = undefined;
      this.#plays = 0;
      this.#end({ ending: signal ?? `exit code ${code}`, errors: this.#errors, isLoaded: true });
    });
    this.#child = child;
    return child;
  }
}
