import { type About, DatabaseRefusal, type DatabaseSession } from "../../ports/databases.ts";

/** Maximum number of attempts for a transaction that conflicts with others. */
const maxAttempts = 5;

/** Runs the statements in one transaction; repeats it if a conflict rolled it back. */
export async function transact(session: DatabaseSession, statements: readonly string[], about?: About): Promise<void> {
  for (let left = maxAttempts - 1; ; left -= 1) {
    try {
      return await session.transact(statements, about);
    } catch (refusal) {
      if (left === 0 || !isConflict(refusal)) throw refusal;
    }
  }
}

/** True for a serialization failure, a deadlock, or PostgreSQL's error for concurrent grants. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseRefusal) || error.isPartial) return false;
  if (error.sqlState === "40001" || error.sqlState === "40P01") return true;
  // This error has no code of its own: XX000 is any internal error.
  return error.sqlState === "XX000" && /^tuple concurrently (updated|deleted)$/.test(error.message);
}
