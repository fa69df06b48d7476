import type { Json } from "../../../api/json.ts";
import { DatabaseRefusal } from "../../../ports/databases.ts";

/** Values of the placeholders in statements. `name` fills `{{name}}` and `{{username}}`. */
export type CommandValues = Readonly<{
  name: string;
  password?: string;
  public_key?: string;
  subject?: string;
  expiration?: string;
}>;

const syntaxError = "42601";

const placeholder = /\{\{(\w+)\}\}/g;

/**
 * Parses the JSON of statements, and then fills the placeholders. Throws a {@link DatabaseRefusal} for
 * text that is not JSON.
 */
export function simulatedCommands(statements: readonly string[], values: CommandValues): readonly string[] {
  const known: Readonly<Record<string, string | undefined>> = { ...values, username: values.name };
  return statements.map((statement) => JSON.stringify(filled(parsed(statement), known)));
}

function filled(value: Json, known: Readonly<Record<string, string | undefined>>): Json {
  if (typeof value === "string") {
    return value.replace(placeholder, (match, name: string) =>
      Object.hasOwn(known, name) ? (known[name] ?? match) : match,
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
