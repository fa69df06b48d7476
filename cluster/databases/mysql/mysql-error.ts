import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { WireError, type WireState } from "../wire.ts";

/** Error numbers with which the server ends a connection (MySQL, server error reference; MariaDB, error codes). */
const ended: readonly number[] = [1053, 1927, 3169, 4031];

type DriverError = Error & Readonly<{ errno?: number; sqlState?: string; sqlMessage?: string; code?: string }>;

/**
 * Converts an error of the driver. That error contains the whole statement, perhaps with a password; the result does
 * not.
 */
export function mysqlError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  const { errno, sqlState, sqlMessage, code, message } = (
    error instanceof Error ? error : new Error(String(error))
  ) as DriverError;
  if (sqlMessage !== undefined && errno !== undefined && sqlState) {
    const isEnded = ended.includes(errno);
    const state = isEnded ? "57P01" : sqlState;
    return new WireError(
      new DatabaseRefusal(`Error ${errno}: ${sqlMessage}`, state),
      stateOf(isEnded || sqlState.startsWith("08")),
      errno,
    );
  }
  const isUnanswered = code === "ETIMEDOUT" || code === "PROTOCOL_SEQUENCE_TIMEOUT";
  return new WireError(new DatabaseRefusal(message || String(code), ""), isUnanswered ? "unanswered" : "lost");
}

function stateOf(isLost: boolean): WireState {
  return isLost ? "lost" : "answered";
}
