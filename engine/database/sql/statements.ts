/** What a statement is made of: quoted pieces, dollar-quoted bodies, semicolons, and stretches of anything else. */
const piece = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;]+|[\s\S]/g;

/**
 * The single statements of a list of statement texts. A text is split at its semicolons, but not inside quotes, and not at all
 * when it contains the word END, as functions and DO blocks do (reference-facts.md, 3.6).
 */
export function splitStatements(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap(split)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

function split(text: string): readonly string[] {
  const pieces = text.match(piece) ?? [];
  if (pieces.some((part) => !/^['"]/.test(part) && /\bEND\b/.test(part))) return [text];
  const statements = [""];
  for (const part of pieces) {
    if (part === ";") statements.push("");
    else statements[statements.length - 1] += part;
  }
  return statements;
}
