/** Lines that are written in the order in which they came; those that come while others are being written go together. */
export type Queue = Readonly<{
  /** Resolves when the line is written. Rejects with what `write` rejected with. */
  add(line: string): Promise<void>;
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>;
}>;

/** A queue in front of `write`, which is never called before its last call has ended. */
export function inOneGo(write: (lines: string) => Promise<void>): Queue {
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
