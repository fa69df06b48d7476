import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { v8Options } from "#bin/v8-options.js";

/** How long a child may take to say something, in milliseconds. */
const patienceMilliseconds = 60_000;

/**
 * Where children keep what Node compiled, as `bin/understudy.js` does for the program: without it, each child would load the
 * compiler of TypeScript's syntax, which no second start of the program does.
 */
const compileCache = join(tmpdir(), "node-compile-cache");

/** A script of `children/` in a process of its own, which runs with the options of V8 that the program has. Disposing ends it. */
export interface Child extends AsyncDisposable {
  /** The next message it sends. Rejects when it ends or is silent instead. */
  next<T>(schema: z.ZodType<T>): Promise<T>;
  /** Asks it for a message. */
  ask(question: string): void;
  /** Has it stand still, as a process does that is stopped, or go on. */
  stand(still: boolean): void;
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
    stand: (still) => void child.kill(still ? "SIGSTOP" : "SIGCONT"),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGCONT");
      // So it ends as with this process, and keeps for the next one what Node compiled.
      child.disconnect();
      const overdue = setTimeout(() => child.kill("SIGKILL"), patienceMilliseconds);
      await ended;
      clearTimeout(overdue);
    },
  };
}

async function message(child: ChildProcess, name: string): Promise<void> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(patienceMilliseconds)]);
  const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error(`the child ${name} ended`)));
  try {
    await Promise.race([once(child, "message", { signal }), ended]);
  } finally {
    settled.abort();
    ended.catch(() => {});
  }
}
