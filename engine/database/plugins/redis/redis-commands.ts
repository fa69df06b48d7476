import { z } from "zod";
import { DatabaseRefusal } from "../../../ports/databases.ts";
import type { StatementValues } from "../../sql/placeholders.ts";

export type RedisCommand = string;

/** Default rules of a new user: it may read all keys (reference documentation, "Redis database plugin HTTP API"). */
const defaultRules: readonly string[] = ["~*", "+@read"];

const words = z.array(z.string()).min(1);

const syntaxError = "42601";

const placeholder = /\{\{(\w+)\}\}/g;

export function redisCommand(...parts: readonly string[]): RedisCommand {
  return JSON.stringify(parts);
}

/**
 * Returns the commands that create a user. The first creation statement is the JSON list of the user's
 * rules; each further statement is the JSON list of a command's words. Throws a {@link
 * DatabaseRefusal} for other statements.
 */
export function creationCommands(creation: readonly string[], values: StatementValues): readonly RedisCommand[] {
  const [rules = JSON.stringify(defaultRules), ...more] = creation;
  const { name, password = "" } = values;
  const user = redisCommand("ACL", "SETUSER", name, "reset", "on", `>${password}`, ...wordsOf(rules, values));
  return [user, ...redisCommands(more, values)];
}

/**
 * Parses statements, which are JSON lists of words, and fills their placeholders. Throws a {@link
 * DatabaseRefusal} for other statements.
 */
export function redisCommands(statements: readonly string[], values: StatementValues): readonly RedisCommand[] {
  return statements.map((statement) => redisCommand(...wordsOf(statement, values)));
}

const persistenceCommands: ReadonlyMap<string, readonly RedisCommand[]> = new Map([
  ["", []],
  ["NONE", []],
  ["ACLFILE", [redisCommand("ACL", "SAVE")]],
  ["REWRITE", [redisCommand("CONFIG", "REWRITE")]],
]);

/** Returns the commands of a `persistence_mode`, in any letter case; undefined if it is unknown. */
export function persistenceOf(mode: string): readonly RedisCommand[] | undefined {
  return persistenceCommands.get(mode.toUpperCase());
}

/** Parses a statement, and then fills the placeholders, so that a value cannot become several words. */
function wordsOf(statement: string, values: StatementValues): readonly string[] {
  const known: Readonly<Record<string, string | undefined>> = { ...values, username: values.name };
  return parsed(statement).map((word) =>
    word.replace(placeholder, (match, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? match) : match)),
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
