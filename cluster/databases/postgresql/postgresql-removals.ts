import type { QueryResult } from "pg";
import { listNames, nameAbout } from "./session-names.ts";

/** An idempotent transaction that removes a user. */
export type Removal = Readonly<{ statements: readonly string[]; subject: string }>;

/** Maximum number of removals in one transaction, which holds the locks of its removals until it ends. */
export const maxTogether = 32;

/**
 * Statement timeout, in milliseconds, of a shared transaction. If a statement takes longer, each
 * removal is repeated in a transaction of its own.
 */
const statementMilliseconds = 1_000;

/**
 * Matches statements that remove a user, its objects or its rights, and do not change the state of the session. Such a
 * statement contains no comment, and no quotation that extends beyond its end.
 */
const leavesNothing = /^\s*(?:DROP\s+(?:ROLE|USER|OWNED)|REASSIGN\s+OWNED|REVOKE)\b(?:[\w\s,.*()]|"[^"\0]*")*$/i;

export function canShareTransaction({ statements }: Removal): boolean {
  return statements.every((statement) => leavesNothing.test(statement));
}

/**
 * Returns the statements of one transaction that performs the removals. {@link namesFound} reads the result of one of
 * the statements.
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
