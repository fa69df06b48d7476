import { createInterface } from "node:readline";
import type { ReaperWord } from "./reaper.ts";

/** What a reaper does: `begin` makes what is to be kept, `end` does away with as much of it as there is. */
export type Reaping<Task, Ready> = Readonly<{
  /** Rejects with an Error whose message is for people; a `log` on it goes along. */
  begin(task: Task): Promise<Ready>;
  /** May be called while `begin` is still at work. */
  end(): Promise<void>;
  /** What the parent may ask for by its name in between, one at a time. */
  tasks?: Readonly<Record<string, () => Promise<void>>>;
}>;

/**
 * The main program of a reaper's script: reads the task from the first line of its input, begins, says how it went, does what further lines
 * name, and ends when its input ends. It ends when its parent says so, and when the parent is no more: a dead process holds no pipe open.
 */
export function reapWhenOrphaned<Task, Ready>({ begin, end, tasks = {} }: Reaping<Task, Ready>): void {
  let ending: Promise<never> | undefined;
  function finish(): Promise<never> {
    ending ??= end().then(
      () => process.exit(0),
      () => process.exit(1),
    );
    return ending;
  }
  function say(word: ReaperWord<Ready>): void {
    process.stdout.write(`${JSON.stringify(word)}\n`);
  }

  const lines = createInterface({ input: process.stdin });
  lines.once("line", (task) => {
    lines.on("line", (name) => {
      const asked = tasks[name]?.() ?? Promise.reject(new Error(`there is no task ${name}`));
      asked.then(
        () => say({ done: name }),
        (error: Error) => say({ failed: error.message }),
      );
    });
    begin(JSON.parse(task) as Task).then(
      (ready) => say({ ready }),
      (error: Error & { log?: readonly string[] }) => {
        say({ failed: error.message, ...(error.log && { log: error.log }) });
        return finish();
      },
    );
  });
  lines.once("close", finish);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, finish);
  // No reader of the output is left.
  process.stdout.on("error", () => {});
}
