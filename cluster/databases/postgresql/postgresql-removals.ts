import type { QueryResult } from "pg";
import { listNames, nameAbout } from "./session-names.ts";

/** An idempotent transaction that removes a user. */
export type Removal = Readonly<{ statements: readonly string[]; subject: string }>;

/** Maximum number of removals in one transaction, which holds the locks of all of them. */
export const maxTogether = 32;

/**
 * Statement timeout of such a transaction, in milliseconds. If one removal takes longer, the server
 * refuses all of them, and each is repeated on its own.
 */
const statementMilliseconds = 1_000;

/**
 * Matches a statement that removes a user or rights and leaves nothing in the session. It consists
 * of words and names only, so that no quotation or comment extends beyond its end.
 */
const leavesNothing = /^\s*(?:DROP\s+(?:ROLE|USER|OWNED)|REASSIGN\s+OWNED|REVOKE)\b(?:[\w\s,.*()]|"[^"\0]*")*$/i;

/** Returns true if a removal can share a transaction with others. */
export function canShareTransaction({ statements }: Removal): boolean {
  return statements.every((statement) => leavesNothing.test(statement));
}

/** Returns one transaction with all removals and a query for sessions about their users. */
export function together(removals: readonly [Removal, ...Removal[]]): readonly string[] {
  return [
    nameAbout(removals[0].subject),
    `SET LOCAL statement_timeout = ${statementMilliseconds}`,
    listNames,
    ...removals.flatMap(({ statements }) => statements),
  ];
}

/** Returns the session names that the query of {@link together} found. */
export function namesFound(results: readonly QueryResult[]): readonly string[] {
  const look = results.find(({ command }) => command === "SELECT");
  return (look?.rows ?? []).map(({ application_name }) => String(application_name));
}
