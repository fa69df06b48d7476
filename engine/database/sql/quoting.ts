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

function withoutNull(text: string): string {
  // the wire format ends a statement there, so the rest of it would be lost
  if (text.includes("\0")) throw new Problem("refused", "a name or password must not contain a null character");
  return text;
}
