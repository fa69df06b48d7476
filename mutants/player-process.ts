import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/cli/package-root.ts";
import type { TextChange } from "./change.ts";

/** A command line of the program, or names of tours, and how the service is to differ from the one on the disk. */
export type Task = Readonly<{ words: readonly string[]; change?: TextChange | undefined }>;

/** How a command line ended: with an exit code, or with what ended the whole process. */
export type Ended = Readonly<{
  ending: number | string;
  /** What was written to standard error. */
  errors: string;
  /** Whether the changed file was loaded. */
  isLoaded: boolean;
  /** What it tells beyond that, as JSON, where it tells more. */
  told?: string;
}>;

const usualProgram = new URL("./player.ts", import.meta.url);
/** A mutant may go round in circles for ever; this ends it, in milliseconds. Long, on a machine that has much else to do. */
const usualPatience = 300_000;
/** Each play leaves a service behind, of some ten megabytes. */
const maxPlays = 40;

/**
 * Runs command lines of the program in a process of its own, one after the other; another process takes over when that one is worn out or
 * has died.
 */
export class PlayerProcess implements AsyncDisposable {
  readonly #patience: number;
  readonly #program: URL;
  #child: ChildProcess | undefined;
  #plays = 0;
  #errors = "";
  #end: (ended: Ended) => void = () => {};

  /** `patience`: after so many milliseconds a changed service is taken to go round in circles. `program`: what plays. */
  constructor({ patience = usualPatience, program = usualProgram } = {}) {
    this.#patience = patience;
    this.#program = program;
  }

  /** Resolves when the command line has ended, however it did. Not to be called before the last one has. */
  async run(task: Task): Promise<Ended> {
    if (this.#plays >= maxPlays) await this[Symbol.asyncDispose]();
    const child = this.#child ?? this.#started();
    this.#plays += 1;
    this.#errors = "";
    const { promise, resolve } = Promise.withResolvers<Ended>();
    this.#end = resolve;
    const circling = task.change && setTimeout(() => child.kill("SIGKILL"), this.#patience);
    child.send(task);
    const ended = await promise;
    clearTimeout(circling);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.kill("SIGKILL");
    await once(child, "close");
  }

  #started(): ChildProcess {
    // What is compiled for one play is of no use to any other: a cache of it would only grow.
    const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
    const child = fork(fileURLToPath(this.#program), {
      cwd: packageRoot,
      env: environment,
      execArgv: [...v8Options, "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    child.on("message", (ended) => this.#end(ended as Ended));
    // The process has ended, and what could not be sent to it was for nothing.
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
