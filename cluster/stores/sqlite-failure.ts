import { StoreFailure, type StoreFailureCode } from "./store-failure.ts";

/** Failure codes and messages, by SQLite's primary result code (https://sqlite.org/rescode.html). */
const meanings: Readonly<Record<number, readonly [code: StoreFailureCode, meaning: string]>> = {
  5: ["in use", "is in use by another process"],
  8: ["refused", "is read-only"],
  // The outcome of the transaction is unknown.
  10: ["lost", "cannot be relied on: its disk fails"],
  11: ["lost", "is damaged"],
  13: ["full", "is full"],
  14: ["unreachable", "cannot be opened"],
  26: ["foreign", "is not a SQLite database"],
};

/** Converts an error of SQLite. Returns a {@link StoreFailure} unchanged. Throws other errors. */
export function sqliteFailure(error: unknown, file: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { errcode, message } = error as Error & { errcode?: number };
  if (errcode === undefined) throw error;
  // The lowest byte is the primary code; the others are details.
  const [code, meaning] = meanings[errcode & 0xff] ?? (["refused", "refuses the operation"] as const);
  return new StoreFailure(code, `the store ${file} ${meaning} (SQLite: ${message})`, { cause: error });
}
