import { z } from "zod";
import { DatabaseRefusal } from "../../../ports/databases.ts";
import type { StatementValues } from "../../sql/placeholders.ts";

/** A command of Redis as a session takes it: the JSON of its words. */
export type RedisCommand = string;

/**
 * Default rules of a new user: it may read all keys (reference documentation, "Redis database
 * plugin HTTP API").
 */
const usualRules: readonly string[] = ["~*", "+@read"];

const words = z.array(z.string()).min(1);

/** A text that is no statement is refused as a server would: class 42 is a syntax error. */
const syntaxError = "42601";

const placeholder = /\{\{(\w+)\}\}/g;

export function redisCommand(...parts: readonly string[]): RedisCommand {
  return JSON.stringify(parts);
}

/**
 * The commands that make a user: its rules are the JSON list in the first of a role's creation statements; each further statement is a command,
 * the JSON list of its words. Throws a {@link DatabaseRefusal}.
 */
export function creationCommands(creation: readonly string[], values: StatementValues): readonly RedisCommand[] {
  const [rules = JSON.stringify(usualRules), ...more] = creation;
  const { name, password = "" } = values;
  const user = redisCommand("ACL", "SETUSER", name, "reset", "on", `>${password}`, ...wordsOf(rules, values));
  return [user, ...redisCommands(more, values)];
}

/** The commands that statements say, each the JSON list of its words, with their placeholders filled in. Throws a {@link DatabaseRefusal}. */
export function redisCommands(statements: readonly string[], values: StatementValues): readonly RedisCommand[] {
  return statements.map((statement) => redisCommand(...wordsOf(statement, values)));
}

/** The commands by which Redis stores its users, by the `persistence_mode` of a connection. */
const persistenceCommands: ReadonlyMap<string, readonly RedisCommand[]> = new Map([
  ["", []],
  ["NONE", []],
  ["ACLFILE", [redisCommand("ACL", "SAVE")]],
  ["REWRITE", [redisCommand("CONFIG", "REWRITE")]],
]);

/** The commands of a `persistence_mode`, in any case. Undefined for one that there is not. */
export function persistenceOf(mode: string): readonly RedisCommand[] | undefined {
  return persistenceCommands.get(mode.toUpperCase());
}

/** What a placeholder stands for is put in when the text is understood already, so that it stays within its word. */
function wordsOf(statement: string, values: StatementValues): readonly string[] {
  const known: Readonly<Record<string, string | undefined>> = { ...values, username: values.name };
  return parsed(statement).map((word) =>
    word.replace(placeholder, (whole, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? whole) : whole)),
  );
}

function parsed(statement: string): readonly string[] {
  try {
    return words.parse(JSON.parse(statement));
  } catch {
    throw new DatabaseRefusal(
      'error unmarshalling REDIS rules in the creation statement JSON: a statement is a JSON list of texts, such as ["~*", "+@read"]',
      syntaxError,
    );
  }
}
