import type { Json } from "../../../api/json.ts";
import { DatabaseRefusal } from "../../../ports/databases.ts";

/** What stands for the placeholders of statements. `name` fills `{{name}}` and `{{username}}`. */
export type CommandValues = Readonly<{
  name: string;
  password?: string;
  public_key?: string;
  subject?: string;
  expiration?: string;
}>;

/** A text that is no statement is refused as a server would: class 42 is a syntax error. */
const syntaxError = "42601";

const placeholder = /\{\{(\w+)\}\}/g;

/**
 * The commands of `statements`, each JSON, with their placeholders filled in. What a placeholder stands for is put in when the text is
 * understood already, so that it stays within its own. Throws a {@link DatabaseRefusal}.
 */
export function simulatedCommands(statements: readonly string[], values: CommandValues): readonly string[] {
  const known: Readonly<Record<string, string | undefined>> = { ...values, username: values.name };
  return statements.map((statement) => JSON.stringify(filled(parsed(statement), known)));
}

function filled(value: Json, known: Readonly<Record<string, string | undefined>>): Json {
  if (typeof value === "string") {
    return value.replace(placeholder, (whole, name: string) =>
      Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
    );
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item as Json, known)]));
}

function parsed(statement: string): Json {
  try {
    return JSON.parse(statement) as Json;
  } catch {
    throw new DatabaseRefusal(
      'a statement is JSON, such as {"create": "{{name}}", "password": "{{password}}"}',
      syntaxError,
    );
  }
}
