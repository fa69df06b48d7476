import { createInterface } from "node:readline";
import type { ReaperMessage } from "./reaper.ts";

/** Functions of a reaper: `begin` creates a resource, `end` removes whatever exists of it. */
export type Reaping<Task, Ready> = Readonly<{
  /**
   * If it fails, rejects with an Error whose message is for people. The parent also receives the error's `log`, if any.
   */
  begin(task: Task): Promise<Ready>;
  /** May be called while `begin` runs. `begun` resolves when `begin` has succeeded or failed. */
  end(begun: Promise<void>): Promise<void>;
  /** Tasks that the parent may request by name after `begin`, one at a time. */
  tasks?: Readonly<Record<string, () => Promise<void>>>;
}>;

/**
 * Main program of a reaper script. Reads the task from the first line of its input, calls `begin` with it, and reports
 * the result. Each further line is the name of a task to run. Calls `end` and exits when the input is closed, because
 * the parent closed it or died, when `begin` fails, and on SIGTERM, SIGINT or SIGHUP.
 */
export function reapWhenOrphaned<Task, Ready>({ begin, end, tasks = {} }: Reaping<Task, Ready>): void {
  let ending: Promise<never> | undefined;
  let begun = Promise.resolve();
  function finish(): Promise<never> {
    ending ??= end(begun).then(
      () => process.exit(0),
      () => process.exit(1),
    );
    return ending;
  }
  function send(message: ReaperMessage<Ready>): void {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  }

  const lines = createInterface({ input: process.stdin });
  lines.once("line", (task) => {
    lines.on("line", (name) => {
      const result = tasks[name]?.() ?? Promise.reject(new Error(`there is no task ${name}`));
      result.then(
        () => send({ done: name }),
        (error: Error) => send({ failed: error.message }),
      );
    });
    const beginning = begin(JSON.parse(task) as Task);
    begun = beginning.then(
      () => {},
      () => {},
    );
    beginning.then(
      (ready) => send({ ready }),
      (error: Error & { log?: readonly string[] }) => {
        send({ failed: error.message, ...(error.log && { log: error.log }) });
        return finish();
      },
    );
  });
  lines.once("close", finish);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, finish);
  // Ignores errors when no reader of the output is left.
  process.stdout.on("error", () => {});
}
