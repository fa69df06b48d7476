/** Writes lines in the order in which they are added. Lines that are added during a write are joined afterwards. */
export type Queue = Readonly<{
  /** Resolves when the line is written. Rejects with the error of `write`. */
  add(line: string): Promise<void>;
  /** Resolves when all lines are written. */
  settled(): Promise<void>;
}>;

/** Creates a queue that passes lines to `write`. Calls of `write` do not overlap. */
export function lineQueue(write: (lines: string) => Promise<void>): Queue {
  let waiting = "";
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    add(line) {
      waiting += line;
      next ??= last
        .catch(() => undefined)
        .then(() => {
          const lines = waiting;
          waiting = "";
          next = undefined;
          last = write(lines);
          return last;
        });
      return next;
    },
    async settled() {
      while (next) await next.catch(() => undefined);
      await last.catch(() => undefined);
    },
  };
}
