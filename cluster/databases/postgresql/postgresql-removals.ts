import type { QueryResult } from "pg";
import { listNames, nameAbout } from "./session-names.ts";

/** An idempotent transaction that removes a user. */
export type Removal = Readonly<{ statements: readonly string[]; subject: string }>;

/** Maximum number of removals in one transaction. The transaction holds the locks of all its removals until it ends. */
export const maxTogether = 32;

/**
 * Statement timeout of a transaction with several removals, in milliseconds. If one of the removals takes longer, the
 * server refuses the transaction, and each removal is repeated in a transaction of its own.
 */
const statementMilliseconds = 1_000;

/**
 * Matches a statement that removes a user or its rights, and does not change the state of the session. It consists of
 * words and names only, so that it contains no quotation or comment that extends beyond its end.
 */
const leavesNothing = /^\s*(?:DROP\s+(?:ROLE|USER|OWNED)|REASSIGN\s+OWNED|REVOKE)\b(?:[\w\s,.*()]|"[^"\0]*")*$/i;

/** Returns true if a removal can run in one transaction with others. */
export function canShareTransaction({ statements }: Removal): boolean {
  return statements.every((statement) => leavesNothing.test(statement));
}

/**
 * Returns the statements of one transaction: its settings, a query for the names of sessions that work on users, and
 * all removals.
 */
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
