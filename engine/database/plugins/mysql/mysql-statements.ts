import { Problem } from "../../../api/problem.ts";
import type { StatementValues } from "../../sql/placeholders.ts";
import { unquoted } from "../../sql/quoting.ts";

/**
 * Matches quoted text, a semicolon, or other text. In quoted text a doubled quote is a quote, and a backslash escapes a
 * character, except between backticks; unclosed quoted text extends to the end.
 */
const piece = /'(?:[^'\\]|\\.?|'')*(?:'|$)|"(?:[^"\\]|\\.?|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|;|[^'"`;]+|./gs;

const placeholder = /(['"`]?)\{\{(\w+)\}\}\1/g;

/**
 * Splits `texts` into single statements at their semicolons, and fills the placeholders. A placeholder
 * alone between two quotes is replaced by a value quoted for that context; elsewhere the value is
 * inserted without change. Unknown placeholders stay. Throws a Problem "refused" if a value contains
 * characters that could end its context.
 */
export function mysqlStatements(texts: readonly string[], values: StatementValues): readonly string[] {
  return texts.flatMap(split).map((text) =>
    text.replace(placeholder, (match: string, mark: string, name: string) => {
      const value = valueFor(name, values);
      if (value === undefined) return match;
      return mark === "" ? unquoted(value, name) : quoted(value, mark);
    }),
  );
}

function quoted(text: string, mark: string): string {
  if (text.includes("\0")) throw new Problem("refused", "a name or password must not contain a null character");
  const doubled = text.replaceAll(mark, mark + mark);
  return mark + (mark === "`" ? doubled : doubled.replaceAll("\\", "\\\\")) + mark;
}

function split(text: string): readonly string[] {
  const statements = [""];
  for (const [part] of text.matchAll(piece)) {
    if (part === ";") statements.push("");
    else statements[statements.length - 1] += part;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

function valueFor(placeholderName: string, { name, password, expiration }: StatementValues): string | undefined {
  if (placeholderName === "name" || placeholderName === "username") return name;
  if (placeholderName === "password") return password;
  return placeholderName === "expiration" ? expiration : undefined;
}
