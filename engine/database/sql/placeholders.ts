import { quoteIdentifier, quoteLiteral, unquoted } from "./quoting.ts";
import { splitStatements } from "./statements.ts";

/** What stands for the placeholders of statements. `name` fills `{{name}}` and `{{username}}`. */
export type StatementValues = Readonly<{ name: string; password?: string; expiration?: string }>;

const placeholder = /"\{\{(\w+)\}\}"|'\{\{(\w+)\}\}'|\{\{(\w+)\}\}/g;

/**
 * The single statements of `texts` with their placeholders filled in. Where a placeholder is all there is between two quotes,
 * its value is quoted for that place; elsewhere it is put in as it is. Unknown placeholders stay. Throws a Problem "refused" for a value
 * that would end what it stands in.
 */
export function fillStatements(texts: readonly string[], values: StatementValues): readonly string[] {
  return splitStatements(texts).map((text) =>
    text.replace(placeholder, (whole: string, identifier?: string, literal?: string, bare?: string) => {
      const placeholderName = identifier ?? literal ?? bare ?? "";
      const value = valueFor(placeholderName, values);
      if (value === undefined) return whole;
      if (identifier !== undefined) return quoteIdentifier(value);
      return literal === undefined ? unquoted(value, placeholderName) : quoteLiteral(value);
    }),
  );
}

function valueFor(placeholderName: string, { name, password, expiration }: StatementValues): string | undefined {
  switch (placeholderName) {
    case "name":
    case "username":
      return name;
    case "password":
      return password;
    case "expiration":
      return expiration;
    default:
      return undefined;
  }
}
