import pg from "pg";
import { DatabaseRefusal } from "#engine/ports/databases.ts";

/** Returns true if the connection is lost: classes 08 and 57P (PostgreSQL, appendix A). */
export function isLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error && !isUnanswered(error);
  return /^(08|57P)/.test(error.code ?? "");
}

/** Returns true if the server did not answer in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && !(error instanceof pg.DatabaseError) && /timeout/i.test(error.message);
}

/**
 * Returns true if a transaction was rolled back because of a concurrent one and can be retried:
 * serialisation failure and deadlock (PostgreSQL, appendix A), and concurrent changes of the rights
 * on one object, which have no code of their own.
 */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === "XX000") return /^tuple concurrently (updated|deleted)$/.test(error.message);
  return error.code === "40001" || error.code === "40P01";
}

/** Converts `error` without a cause: the server's errors quote statements with passwords. */
export function refusal(error: unknown): DatabaseRefusal {
  if (error instanceof DatabaseRefusal) return error;
  if (error instanceof pg.DatabaseError) return new DatabaseRefusal(error.message, error.code ?? "");
  if (error instanceof AggregateError) return refusal(error.errors[0]);
  return new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
}
