import type { EventOf } from "#harness/history/event.ts";

type Statement = EventOf<"statement">;

/** Patterns of statements about a user: SQL, Redis commands as JSON arrays, and commands of the simulated database. */
const patterns = {
  rotation: [
    /^\s*ALTER\s+(ROLE|USER)\b[\s\S]*\b(PASSWORD|IDENTIFIED)\b/i,
    /^\s*SET\s+PASSWORD\b/i,
    /^\["ACL","SETUSER","[^"]*",(?!.*"reset").*"[>#]/i,
    /^\{"alter":.*"password":/,
  ],
  creation: [/^\s*CREATE\s+(ROLE|USER)\b/i, /^\["ACL","SETUSER","[^"]*",.*"reset"/i, /^\{"create":/],
  removal: [/\bDROP\s+(ROLE|USER)\b/i, /^\["ACL","DELUSER"/i, /^\{"drop":/],
} as const;

/** True if a cluster successfully changed the password of an existing user. */
export function isRotation(statement: Statement): boolean {
  return isDone(statement) && matches(statement, "rotation");
}

/** True if a cluster tried to change the password of an existing user and the outcome is unknown. */
export function mayRotate(statement: Statement): boolean {
  const { from, outcome, subject } = statement;
  return from !== "client" && outcome === "unknown" && subject !== undefined && matches(statement, "rotation");
}

export function isCreation(statement: Statement): boolean {
  return isDone(statement) && matches(statement, "creation");
}

export function isRemoval(statement: Statement): boolean {
  return isDone(statement) && matches(statement, "removal");
}

/**
 * True if a cluster may have created a user: any successful statement that removes none may be a creation statement.
 */
export function mayCreate(statement: Statement): boolean {
  return isDone(statement) && !matches(statement, "removal");
}

/** True if a statement contains the name of the user, unchanged or quoted as in SQL or JSON. */
export function names({ statements }: Statement, user: string): boolean {
  const forms = [user, user.replaceAll('"', '""'), user.replaceAll("'", "''"), JSON.stringify(user).slice(1, -1)];
  return statements.some((statement) => forms.some((form) => statement.includes(form)));
}

function isDone({ from, outcome, subject }: Statement): boolean {
  return from !== "client" && outcome === "ok" && subject !== undefined;
}

function matches({ statements }: Statement, what: keyof typeof patterns): boolean {
  return statements.some((statement) => patterns[what].some((pattern) => pattern.test(statement)));
}
