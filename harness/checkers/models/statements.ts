import type { EventOf } from "#harness/history/event.ts";

type Statement = EventOf<"statement">;

/** Whether a cluster gave an existing user another password. */
export function isRotation({ from, outcome, subject, statements }: Statement): boolean {
  if (from === "client" || outcome !== "ok" || subject === undefined) return false;
  return statements.some((statement) => /^\s*ALTER\s+(ROLE|USER)\b[\s\S]*\bPASSWORD\b/i.test(statement));
}

/** Whether a cluster made a user. */
export function isCreation({ from, outcome, subject, statements }: Statement): boolean {
  if (from === "client" || outcome !== "ok" || subject === undefined) return false;
  return statements.some((statement) => /^\s*CREATE\s+(ROLE|USER)\b/i.test(statement));
}

/** Whether a cluster removed a user. */
export function isRemoval({ from, outcome, subject, statements }: Statement): boolean {
  if (from === "client" || outcome !== "ok" || subject === undefined) return false;
  return statements.some((statement) => /\bDROP\s+(ROLE|USER)\b/i.test(statement));
}

/** Whether a statement speaks of a user. */
export function names({ statements }: Statement, user: string): boolean {
  return statements.some((statement) => statement.includes(user));
}
