import { type About, DatabaseRefusal, type DatabaseSession } from "../../ports/databases.ts";

/** How often a transaction is tried that others get in the way of: other clusters work on the same server. */
const tries = 5;

/** Runs the statements in one transaction, and again when it was rolled back for nothing but another transaction. */
export async function transact(session: DatabaseSession, statements: readonly string[], about?: About): Promise<void> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await session.transact(statements, about);
    } catch (refusal) {
      if (left === 0 || !isConflict(refusal)) throw refusal;
    }
  }
}

/** Serialisation failure, deadlock, or what PostgreSQL says when two transactions grant rights on the same table. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseRefusal) || error.isPartial) return false;
  if (error.sqlState === "40001" || error.sqlState === "40P01") return true;
  // this one has no code of its own: XX000 is any internal error
  return error.sqlState === "XX000" && /^tuple concurrently (updated|deleted)$/.test(error.message);
}
