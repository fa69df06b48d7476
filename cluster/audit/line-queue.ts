import { inBatches } from "#engine/core/concurrency/in-batches.ts";

/** Writes lines in the order in which they are added. Lines that are added during a write are written together. */
export type Queue = Readonly<{
  /** Resolves when the line is written. Rejects if it could not be written. */
  add(line: string): Promise<void>;
  /** Resolves when all lines are written or have failed. */
  settled(): Promise<void>;
}>;

/** Calls of `write` do not overlap. */
export function lineQueue(write: (lines: string) => Promise<void>): Queue {
  const added = inBatches<string, void>({ run: (lines) => write(lines.join("")) });
  let last: Promise<void> = Promise.resolve();
  return {
    add(line) {
      last = added(line);
      return last;
    },
    async settled() {
      let awaited: Promise<void>;
      do {
        awaited = last;
        await awaited.catch(() => undefined);
      } while (awaited !== last);
    },
  };
}
