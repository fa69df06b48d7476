import pg from "pg";
import { DatabaseRefusal } from "#engine/ports/databases.ts";

/** Whether the connection is gone, or the server takes it away: classes 08 and 57P of its codes (PostgreSQL, appendix A). */
export function isLost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error && !isUnanswered(error);
  return /^(08|57P)/.test(error.code ?? "");
}

/** Whether nothing came from the server in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && !(error instanceof pg.DatabaseError) && /timeout/i.test(error.message);
}

/**
 * Whether the server undid a transaction because of another at the same time, so that it may be done again: serialisation failure and
 * deadlock (PostgreSQL, appendix A), and two that change the rights on one thing, which has no code of its own.
 */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === "XX000") return /^tuple concurrently (updated|deleted)$/.test(error.message);
  return error.code === "40001" || error.code === "40P01";
}

/** `error` as the port tells it. Not as its cause: the server repeats statements there, and passwords stand in statements. */
export function refusal(error: unknown): DatabaseRefusal {
  if (error instanceof DatabaseRefusal) return error;
  if (error instanceof pg.DatabaseError) return new DatabaseRefusal(error.message, error.code ?? "");
  if (error instanceof AggregateError) return refusal(error.errors[0]);
  return new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
}
