import { Problem } from "../../api/problem.ts";

export function quoteIdentifier(name: string): string {
  return `"${withoutNull(name).replaceAll('"', '""')}"`;
}

/**
 * Quotes an SQL literal. If `text` has backslashes, it uses the `E'…'` form, which does not depend on server settings.
 * Throws a Problem "refused" if `text` has a null character.
 */
export function quoteLiteral(text: string): string {
  const doubled = withoutNull(text).replaceAll("'", "''");
  return doubled.includes("\\") ? ` E'${doubled.replaceAll("\\", "\\\\")}'` : `'${doubled}'`;
}

/**
 * Returns `value` for a placeholder without quotes. Throws a Problem "refused", whose text does not
 * contain the value, if it contains quotes, backslashes, semicolons or control characters.
 */
export function unquoted(value: string, placeholder: string): string {
  if (!/["'`\\;\p{Cc}]/u.test(value)) return value;
  throw new Problem(
    "refused",
    `{{${placeholder}}} stands in a statement without quotes of its own, where its value may hold no quotes, backslashes, semicolons and control characters`,
  );
}

function withoutNull(text: string): string {
  // The wire format would end the statement at a null character.
  if (text.includes("\0")) throw new Problem("refused", "a name or password must not contain a null character");
  return text;
}
