import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Unavailable } from "./unavailable.ts";

/** What a reaper says first: that all is ready, with what one needs to know of it, or that it is not to be. Later, what became of each task. */
export type ReaperWord<Ready> =
  | Readonly<{ ready: Ready }>
  | Readonly<{ done: string }>
  | Readonly<{ failed: string; log?: readonly string[] }>;

/**
 * Looks after something of ours in a process of its own. `ask` has it do one of its tasks, and rejects with an Error when that fails; `end` has
 * all of it done away with, and waits until it is gone.
 */
export type Reaper<Ready> = Readonly<{ ready: Ready; ask(task: string): Promise<void>; end(): Promise<void> }>;

/**
 * Starts `script` (see `reap-when-orphaned.ts`) with `task` and waits for its word. The pipe to it is its leash: when we end,
 * by whatever death, the pipe breaks and the reaper cleans up. It has a session of its own, so that Ctrl-C does not reach it.
 * Rejects with a {@link Unavailable}.
 */
export async function startReaper<Task, Ready>(script: URL, task: Task): Promise<Reaper<Ready>> {
  // The runner's options are meant for the runner: a debugger or a preloaded module has no business in the reaper.
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const child = spawn(process.execPath, [...preloads(), fileURLToPath(script)], {
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
    env: environment,
    windowsHide: true,
  });
  const closed = once(child, "close");
  closed.catch(() => {});
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify(task)}\n`);

  const words = createInterface({ input: child.stdout });
  const word = await nextWord<Ready>(words, closed);
  if (!("ready" in word)) {
    child.stdin.end();
    await closed.catch(() => {});
    const { failed, log = [] } = "failed" in word ? word : { failed: `it did ${word.done}, and began with nothing` };
    throw new Unavailable(failed, { log });
  }
  const pipes = [child.stdin, child.stdout] as unknown as readonly { ref(): void; unref(): void }[];
  // A program that forgets to dispose can still exit.
  child.unref();
  for (const pipe of pipes) pipe.unref();
  let before: Promise<unknown> = Promise.resolve();
  return {
    ready: word.ready,
    ask(task) {
      const asked = before.then(async () => {
        const told = nextWord<Ready>(words, closed);
        child.stdin.write(`${task}\n`);
        const answer = await told;
        if ("failed" in answer) throw new Error(answer.failed);
      });
      before = asked.catch(() => {});
      return asked;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      for (const pipe of pipes) pipe.ref();
      child.stdin.end();
      await closed;
    },
  };
}

/** Modules that this process was started with: below `node_modules` one of them strips the types, which Node does not do there. */
function preloads(): readonly string[] {
  return process.execArgv.flatMap((option, index, all) => {
    if (option === "--import") return [option, all[index + 1] ?? ""];
    return option.startsWith("--import=") || option.startsWith("--disable-warning=") ? option : [];
  });
}

async function nextWord<Ready>(lines: Interface, closed: Promise<unknown>): Promise<ReaperWord<Ready>> {
  const line = once(lines, "line").then(([text]) => JSON.parse(String(text)) as ReaperWord<Ready>);
  const nothing = closed.then(
    () => ({ failed: "the process that looks after the server ended without a word" }),
    (error: Error) => ({ failed: `no process can be started: ${error.message}` }),
  );
  return Promise.race([line, nothing]);
}
