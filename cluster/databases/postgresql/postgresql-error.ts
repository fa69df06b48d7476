import pg from "pg";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { WireError } from "../wire.ts";

/**
 * Converts an error of the driver. The result has no cause, because errors of the server may quote statements with
 * passwords.
 */
export function postgresqlError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof AggregateError) return postgresqlError(error.errors[0]);
  if (error instanceof pg.DatabaseError) {
    const sqlState = error.code ?? "";
    return new WireError(
      new DatabaseRefusal(error.message, sqlState),
      /^(08|57P)/.test(sqlState) ? "lost" : "answered",
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new WireError(new DatabaseRefusal(message, ""), /timeout/i.test(message) ? "unanswered" : "lost");
}
