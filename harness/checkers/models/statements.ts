import type { EventOf } from "#harness/history/event.ts";

type Statement = EventOf<"statement">;

/** What each product is told to do with a user: SQL of PostgreSQL, MySQL and MariaDB, the words of Redis's commands as JSON, and our own database's commands. */
const spellings = {
  rotation: [
    /^\s*ALTER\s+(ROLE|USER)\b[\s\S]*\b(PASSWORD|IDENTIFIED)\b/i,
    /^\s*SET\s+PASSWORD\b/i,
    /^\["ACL","SETUSER","[^"]*",(?!.*"reset").*"[>#]/i,
    /^\{"alter":"[^"]*",.*"password"/,
  ],
  creation: [/^\s*CREATE\s+(ROLE|USER)\b/i, /^\["ACL","SETUSER","[^"]*",.*"reset"/i, /^\{"create":/],
  removal: [/\bDROP\s+(ROLE|USER)\b/i, /^\["ACL","DELUSER"/i, /^\{"drop":/],
} as const;

/** Whether a cluster gave an existing user another password. */
export function isRotation(statement: Statement): boolean {
  return isDone(statement) && says(statement, "rotation");
}

/** Whether a cluster may have given an existing user another password: it was not heard whether the server did. */
export function mayRotate(statement: Statement): boolean {
  const { from, outcome, subject } = statement;
  return from !== "client" && outcome === "unknown" && subject !== undefined && says(statement, "rotation");
}

/** Whether a cluster made a user. */
export function isCreation(statement: Statement): boolean {
  return isDone(statement) && says(statement, "creation");
}

/** Whether a cluster removed a user. */
export function isRemoval(statement: Statement): boolean {
  return isDone(statement) && says(statement, "removal");
}

/** Whether a cluster did something about a user that may have made it: there are many ways to, in a statement of one's own. */
export function mayMake(statement: Statement): boolean {
  return isDone(statement) && !says(statement, "removal");
}

/** Whether a statement speaks of a user. */
export function names({ statements }: Statement, user: string): boolean {
  return statements.some((statement) => statement.includes(user));
}

function isDone({ from, outcome, subject }: Statement): boolean {
  return from !== "client" && outcome === "ok" && subject !== undefined;
}

function says({ statements }: Statement, what: keyof typeof spellings): boolean {
  return statements.some((statement) => spellings[what].some((spelling) => spelling.test(statement)));
}
