import { Problem } from "../../api/problem.ts";

/** `name` as an identifier of SQL, in double quotes. Throws a Problem "refused" for a name that no server can hold. */
export function quoteIdentifier(name: string): string {
  return `"${withoutNull(name).replaceAll('"', '""')}"`;
}

/** `text` as a literal of SQL. With a backslash in it, the escape form is used: it means the same under any server setting. */
export function quoteLiteral(text: string): string {
  const doubled = withoutNull(text).replaceAll("'", "''");
  return doubled.includes("\\") ? ` E'${doubled.replaceAll("\\", "\\\\")}'` : `'${doubled}'`;
}

/**
 * `value` for a statement in which `{{placeholder}}` has no quotes of its own. Throws a Problem "refused" that does not quote it, since it may
 * be a password, when it holds what ends a quoted text, a statement or a line.
 */
export function unquoted(value: string, placeholder: string): string {
  if (!/["'`\\;\p{Cc}]/u.test(value)) return value;
  throw new Problem(
    "refused",
    `{{${placeholder}}} stands in a statement without quotes of its own, where its value may hold no quotes, backslashes, semicolons and control characters`,
  );
}

function withoutNull(text: string): string {
  // the wire format ends a statement there, so the rest of it would be lost
  if (text.includes("\0")) throw new Problem("refused", "a name or password must not contain a null character");
  return text;
}
