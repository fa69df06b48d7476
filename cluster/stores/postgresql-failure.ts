import pg from "pg";
import { StoreFailure } from "./store-failure.ts";

/**
 * Whether an error leaves open what became of the statement: the connection broke, or the server ended the session (classes 08 and
 * 57P of its codes; PostgreSQL, appendix A). All else that the server says means that the statement was undone.
 */
export function isCutOff(error: unknown): boolean {
  if (error instanceof StoreFailure) return false;
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? "");
}

/** Whether another attempt may succeed: no answer, the server is starting or ending, or has no connection left. */
export function mayPass(error: unknown): boolean {
  return isCutOff(error) || (error instanceof pg.DatabaseError && error.code === "53300");
}

/** What went wrong at `place`, told without what the server was sent: what it repeats there may be secret. */
export function postgresqlFailure(error: unknown, place: string): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { code, message } = first(error);
  // No room on disk, or for locks and memory: class 53.
  if (code.startsWith("53") && code !== "53300")
    return new StoreFailure("full", `the store ${place} is full: ${message}`);
  if (isCutOff(error)) return new StoreFailure("unreachable", `the store ${place} cannot be reached: ${message}`);
  return new StoreFailure("refused", `the store ${place} does not take this: ${message}`);
}

function first(error: unknown): Readonly<{ code: string; message: string }> {
  // Of a name with several addresses, none answered.
  if (error instanceof AggregateError) return first(error.errors[0]);
  const { code = "", message = String(error) } = error as Partial<pg.DatabaseError>;
  return { code, message };
}
