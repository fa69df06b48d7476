import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Unavailable } from "./unavailable.ts";

/** Message of a reaper: first "ready" or "failed" for the resource, then "done" or "failed" for each task. */
export type ReaperMessage<Ready> =
  | Readonly<{ ready: Ready }>
  | Readonly<{ done: string }>
  | Readonly<{ failed: string; log?: readonly string[] }>;

/**
 * A separate process that owns a resource. `ask` runs a task of that process and rejects with an Error if the task
 * fails. `end` removes the resource and resolves when that process has exited.
 */
export type Reaper<Ready> = Readonly<{ ready: Ready; ask(task: string): Promise<void>; end(): Promise<void> }>;

/**
 * Starts the reaper `script` (see `reap-when-orphaned.ts`) with `task` and waits until its resource is ready. When this
 * process dies, even by SIGKILL, the reaper removes the resource. Rejects with an {@link Unavailable} if the resource
 * cannot be created.
 */
export async function startReaper<Task, Ready>(script: URL, task: Task): Promise<Reaper<Ready>> {
  // Options of this process, such as a debugger or a preloaded module, must not affect the reaper.
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

  const messages = createInterface({ input: child.stdout });
  const message = await nextMessage<Ready>(messages, closed);
  if (!("ready" in message)) {
    child.stdin.end();
    await closed.catch(() => {});
    const { failed, log = [] } =
      "failed" in message ? message : { failed: `the first message is about the task ${message.done}` };
    throw new Unavailable(failed, { log });
  }
  const pipes = [child.stdin, child.stdout] as unknown as readonly { ref(): void; unref(): void }[];
  // The process can exit even if the resource was not disposed of.
  child.unref();
  for (const pipe of pipes) pipe.unref();
  let before: Promise<unknown> = Promise.resolve();
  return {
    ready: message.ready,
    ask(task) {
      const result = before.then(async () => {
        const answered = nextMessage<Ready>(messages, closed);
        child.stdin.write(`${task}\n`);
        const answer = await answered;
        if ("failed" in answer) throw new Error(answer.failed);
      });
      before = result.catch(() => {});
      return result;
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

/**
 * Returns this process's `--import` and `--disable-warning` options. Below `node_modules`, the reaper needs `--import`,
 * because there an imported module strips types instead of Node.
 */
function preloads(): readonly string[] {
  return process.execArgv.flatMap((option, index, all) => {
    if (option === "--import") return [option, all[index + 1] ?? ""];
    return option.startsWith("--import=") || option.startsWith("--disable-warning=") ? option : [];
  });
}

async function nextMessage<Ready>(lines: Interface, closed: Promise<unknown>): Promise<ReaperMessage<Ready>> {
  const line = once(lines, "line").then(([text]) => JSON.parse(String(text)) as ReaperMessage<Ready>);
  const nothing = closed.then(
    () => ({ failed: "the process that manages the server ended without a message" }),
    (error: Error) => ({ failed: `no process can be started: ${error.message}` }),
  );
  return Promise.race([line, nothing]);
}
