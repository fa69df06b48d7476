import pg from "pg";
import { StoreFailure } from "./store-failure.ts";

/**
 * Returns true if it is unknown whether the statement that failed with `error` took effect: the connection broke, or
 * the server ended the session (codes that begin with 08 or 57P; PostgreSQL, appendix A).
 */
export function isCutOff(error: unknown): boolean {
  if (error instanceof StoreFailure) return false;
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? "");
}

/** Returns true if a retry may succeed, for example because the server is starting or has no free connection. */
export function mayPass(error: unknown): boolean {
  return isCutOff(error) || (error instanceof pg.DatabaseError && error.code === "53300");
}

/** Converts an error of the store `place`. The result has no cause, which could contain secret data. */
export function postgresqlFailure(error: unknown, place: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { code, message } = first(error);
  // Class 53: no space on disk, or for locks and memory.
  if (code.startsWith("53") && code !== "53300")
    return new StoreFailure("full", `the store ${place} is full: ${message}`);
  if (isCutOff(error)) return new StoreFailure("unreachable", `the store ${place} cannot be reached: ${message}`);
  return new StoreFailure("refused", `the store ${place} refuses the operation: ${message}`);
}

function first(error: unknown): Readonly<{ code: string; message: string }> {
  // No address of the host name answered.
  if (error instanceof AggregateError) return first(error.errors[0]);
  const { code = "", message = String(error) } = error as Partial<pg.DatabaseError>;
  return { code, message };
}
