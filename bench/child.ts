import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { v8Options } from "#bin/v8-options.js";

const timeoutMilliseconds = 60_000;

const compileCache = join(tmpdir(), "node-compile-cache");

export interface Child extends AsyncDisposable {
  /**
   * Returns the next message. Rejects if the message is invalid, or if the process ends or sends no message in time.
   */
  next<T>(schema: z.ZodType<T>): Promise<T>;
  ask(question: string): void;
  setPaused(paused: boolean): void;
}

/** Starts the script `name` of `bench/children/`. Its first argument is `order` as JSON. */
export function startChild(name: string, order: unknown): Child {
  const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
  const child = fork(file, [JSON.stringify(order)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    execArgv: [...v8Options, ...process.execArgv],
  });
  const messages: unknown[] = [];
  child.on("message", (message) => messages.push(message));
  return {
    async next(schema) {
      if (messages.length === 0) await message(child, name);
      return schema.parse(messages.shift());
    },
    ask: (question) => void child.send(question),
    setPaused: (paused) => void child.kill(paused ? "SIGSTOP" : "SIGCONT"),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGCONT");
      // The child ends as if this process had ended, and saves its compile cache.
      child.disconnect();
      const overdue = setTimeout(() => child.kill("SIGKILL"), timeoutMilliseconds);
      await ended;
      clearTimeout(overdue);
    },
  };
}

async function message(child: ChildProcess, name: string): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMilliseconds)]);
  const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error(`the child ${name} ended`)));
  try {
    await Promise.race([once(child, "message", { signal }), ended]);
  } finally {
    settled.abort();
    ended.catch(() => {});
  }
}
