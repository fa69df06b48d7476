import { quoteIdentifier, quoteLiteral, unquoted } from "./quoting.ts";
import { splitStatements } from "./statements.ts";

export type StatementValues = Readonly<{ name: string; password?: string; expiration?: string }>;

const placeholder = /"\{\{(\w+)\}\}"|'\{\{(\w+)\}\}'|\{\{(\w+)\}\}/g;

/**
 * Splits `texts` into single statements and fills the placeholders. A placeholder alone between two
 * quotes is replaced by a value quoted for that context; elsewhere the value is inserted without
 * change. Unknown placeholders stay. Throws a Problem "refused" if a value contains characters that
 * could end its context.
 */
export function fillStatements(texts: readonly string[], values: StatementValues): readonly string[] {
  return splitStatements(texts).map((text) =>
    text.replace(placeholder, (match: string, identifier?: string, literal?: string, bare?: string) => {
      const placeholderName = identifier ?? literal ?? bare ?? "";
      const value = valueFor(placeholderName, values);
      if (value === undefined) return match;
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
