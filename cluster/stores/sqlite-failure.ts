import { StoreFailure, type StoreFailureCode } from "./store-failure.ts";

/** What SQLite's primary result codes mean for a user of the store (https://sqlite.org/rescode.html). */
const meanings: Readonly<Record<number, readonly [code: StoreFailureCode, meaning: string]>> = {
  5: ["in use", "is in use by another process"],
  8: ["refused", "is read-only"],
  // The transaction may be in the file or not: the disk did not say.
  10: ["lost", "cannot be relied on: its disk fails"],
  11: ["lost", "is damaged"],
  13: ["full", "is full"],
  14: ["unreachable", "cannot be opened"],
  26: ["foreign", "is no SQLite database"],
};

/** What SQLite said about `file`, as a {@link StoreFailure}; what is one already stays as it is. Throws what SQLite did not say. */
export function sqliteFailure(error: unknown, file: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { errcode, message } = error as Error & { errcode?: number };
  if (errcode === undefined) throw error;
  // The lowest byte is the primary code; the others tell more.
  const [code, meaning] = meanings[errcode & 0xff] ?? (["refused", "does not take this"] as const);
  return new StoreFailure(code, `the store ${file} ${meaning} (SQLite: ${message})`, { cause: error });
}
