import { Problem } from "../api/problem.ts";
import { DatabaseRefusal } from "../ports/databases.ts";

/** A shorter password occurs in any text by chance; it is masked only where it is plainly a value. */
const distinctiveLength = 8;

const maskedPassword = "[password]";

/** `text` without `passwords`. Short ones are masked only between quotes, and between a colon and an at sign. */
export function withoutPasswords(text: string, passwords: readonly string[]): string {
  let masked = text;
  for (const password of passwords.flatMap((given) => [given, encodeURIComponent(given.toWellFormed())])) {
    if (password.length >= distinctiveLength) masked = masked.replaceAll(password, maskedPassword);
    else if (password !== "") {
      for (const [before, after] of ["''", '""', "``", ":@"].map(
        (marks) => [marks[0] ?? "", marks[1] ?? ""] as const,
      )) {
        masked = masked.replaceAll(before + password + after, before + maskedPassword + after);
      }
    }
  }
  return masked;
}

/** Why the database did not do it, in the reference's words and without `passwords`. Errors of any other kind are thrown on. */
export function refusalText(error: unknown, passwords: readonly string[]): string {
  if (!(error instanceof DatabaseRefusal)) throw error;
  const message = withoutPasswords(error.message, passwords);
  if (error.sqlState === "") return `unable to start transaction: ${message}`;
  return `failed to execute query: ERROR: ${message} (SQLSTATE ${error.sqlState})`;
}

/** Why a login failed, likewise. */
export function loginRefusalText(error: unknown, passwords: readonly string[]): string {
  if (!(error instanceof DatabaseRefusal)) throw error;
  const code = error.sqlState === "" ? "" : ` (SQLSTATE ${error.sqlState})`;
  return `error verifying connection: ${withoutPasswords(error.message, passwords)}${code}`;
}

/** Whether the server has said no to this user and password; all else leaves open whether they hold. */
export function isLoginRefusal(error: unknown): boolean {
  // class 28 of SQL's codes is "invalid authorization specification"
  return error instanceof DatabaseRefusal && error.sqlState.startsWith("28");
}

/**
 * Whether it is certain that a transaction took no effect: the server answered, not that it lost the connection (classes 08 and 57), and
 * not to a part of it. Without an answer it may have been carried out all the same.
 */
export function isCertain(error: unknown): boolean {
  if (error instanceof Problem)
    return error.cause === undefined ? error.code !== "unavailable" : isCertain(error.cause);
  return error instanceof DatabaseRefusal && !error.isPartial && /^(?!08|57)./.test(error.sqlState);
}
