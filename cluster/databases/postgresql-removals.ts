import type { QueryResult } from "pg";
import { listNames, nameAbout } from "./postgresql-settling.ts";

/** A transaction that removes a user, and may be repeated. */
export type Removal = Readonly<{ statements: readonly string[]; subject: string }>;

/** So many go in one transaction at most: it holds the locks of all. */
export const maxTogether = 32;

/**
 * So long each statement of such a transaction may wait for others' locks, or work. One that takes longer keeps no other removal waiting: the server
 * refuses all of them, and each is done by itself.
 */
const statementMilliseconds = 1_000;

/**
 * A statement that removes a user, or rights, and leaves nothing in the session that the next one would meet with: nothing but words and names, so
 * that no quotation or comment reaches beyond its end.
 */
const leavesNothing = /^\s*(?:DROP\s+(?:ROLE|USER|OWNED)|REASSIGN\s+OWNED|REVOKE)\b(?:[\w\s,.*()]|"[^"\0]*")*$/i;

/** Whether other removals may stand in one transaction with this one. */
export function goesTogether({ statements }: Removal): boolean {
  return statements.every((statement) => leavesNothing.test(statement));
}

/** The statements of removals as those of one transaction, after a look for what is under way of their users. */
export function together(removals: readonly [Removal, ...Removal[]]): readonly string[] {
  return [
    nameAbout(removals[0].subject),
    `SET LOCAL statement_timeout = ${statementMilliseconds}`,
    listNames,
    ...removals.flatMap(({ statements }) => statements),
  ];
}

/** The names of sessions that the look of {@link together} found, in the results of its statements. */
export function namesFound(results: readonly QueryResult[]): readonly string[] {
  const look = results.find(({ command }) => command === "SELECT");
  return (look?.rows ?? []).map(({ application_name }) => String(application_name));
}
