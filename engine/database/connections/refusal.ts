import { Problem } from "../../api/problem.ts";
import { DatabaseRefusal } from "../../ports/databases.ts";

/**
 * Minimum length, in characters, of passwords that are masked wherever they occur; a shorter one may be part of an
 * ordinary word.
 */
const distinctiveLength = 8;

const maskedPassword = "[password]";

/**
 * Masks `passwords` in `text`, also percent-encoded. Short ones are masked only between quotes, or
 * between a colon and an at sign.
 */
export function withoutPasswords(text: string, passwords: readonly string[]): string {
  let masked = text;
  for (const password of passwords.flatMap((plain) => [plain, encodeURIComponent(plain.toWellFormed())])) {
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

/**
 * Returns the reference's text for a `DatabaseRefusal` of statements, with masked `passwords`. Rethrows other errors.
 */
export function refusalText(error: unknown, passwords: readonly string[]): string {
  if (!(error instanceof DatabaseRefusal)) throw error;
  const message = withoutPasswords(error.message, passwords);
  if (error.sqlState === "") return `unable to start transaction: ${message}`;
  return `failed to execute query: ERROR: ${message} (SQLSTATE ${error.sqlState})`;
}

/** Returns the reference's text for a `DatabaseRefusal` of a login, with masked `passwords`. Rethrows other errors. */
export function loginRefusalText(error: unknown, passwords: readonly string[]): string {
  if (!(error instanceof DatabaseRefusal)) throw error;
  const code = error.sqlState === "" ? "" : ` (SQLSTATE ${error.sqlState})`;
  return `error verifying connection: ${withoutPasswords(error.message, passwords)}${code}`;
}

export function isLoginRefusal(error: unknown): boolean {
  return error instanceof DatabaseRefusal && error.sqlState.startsWith("28");
}

/**
 * Returns true if the error shows that a transaction had no effect. Without a response, or after a
 * lost connection (classes 08 and 57), it may have taken effect.
 */
export function isCertain(error: unknown): boolean {
  if (error instanceof Problem)
    return error.cause === undefined ? error.code !== "unavailable" : isCertain(error.cause);
  return error instanceof DatabaseRefusal && !error.isPartial && /^(?!08|57)./.test(error.sqlState);
}
