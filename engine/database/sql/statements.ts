const beginning = /['"]|\$(\w*)\$|;|[^'"$;]+|\$/g;

/**
 * Splits texts into single statements at the semicolons that are not quoted. A text that contains the word END, in
 * upper case and outside of quotation marks, is not split, because functions and DO blocks contain semicolons. Takes
 * linear time.
 */
export function splitStatements(texts: readonly string[]): readonly string[] {
  return texts
    .flatMap(split)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

function split(text: string): readonly string[] {
  const pieces = piecesOf(text);
  if (pieces.some((part) => !/^['"]/.test(part) && /\bEND\b/.test(part))) return [text];
  const statements = [""];
  for (const part of pieces) {
    if (part === ";") statements.push("");
    else statements[statements.length - 1] += part;
  }
  return statements;
}

function piecesOf(text: string): readonly string[] {
  const lastDelimiters = lastDelimitersIn(text);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    beginning.lastIndex = at;
    const [found = "", tag] = beginning.exec(text) ?? [];
    const first = found.charAt(0);
    let end = at + found.length;
    if (first === "'" || first === '"') end = endOfQuoted(text, at) ?? end;
    else if (tag !== undefined) {
      const isClosed = (lastDelimiters.get(found) ?? -1) >= end;
      end = isClosed ? text.indexOf(found, end) + found.length : at + 1;
    }
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

function lastDelimitersIn(text: string): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (let at = text.indexOf("$"); at >= 0; ) {
    const next = text.indexOf("$", at + 1);
    if (next < 0) break;
    const delimiter = text.slice(at, next + 1);
    if (/^\$\w*\$$/.test(delimiter)) last.set(delimiter, at);
    at = next;
  }
  return last;
}

/**
 * Returns the end of the quoted text that begins at `start`. If it is not closed, returns a position within its last
 * doubled quotation mark; undefined without one.
 */
function endOfQuoted(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  let doubled: number | undefined;
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 2)) {
    if (text.charAt(at + 1) !== quote) return at + 1;
    doubled = at;
  }
  return doubled === undefined ? undefined : doubled + 1;
}
