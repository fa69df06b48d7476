/** A part of a statement. `source` is its source text; `content` is the text or comment without its delimiters. */
export type StatementPart =
  | Readonly<{ type: "word" | "space" | "name"; source: string }>
  | Readonly<{ type: "text" | "comment"; source: string; content: string }>;

/** The syntax of a statement: PostgreSQL's, or that of MySQL and MariaDB, where double quotes also enclose texts. */
export type StatementLanguage = "postgresql" | "mysql";

/**
 * Match one part of a statement; of a block comment or a dollar-quoted text, only the start. A quoted text without an
 * end extends to the end of the statement, because it may be a secret.
 */
const partOf: Readonly<Record<StatementLanguage, RegExp>> = {
  postgresql:
    /(?<remark>--[^\n]*)|(?<comment>\/\*)|(?<text>[eE]'(?:[^'\\]|''|\\[\s\S]?)*'?|'(?:[^']|'')*'?)|(?<name>"[^"]*"?)|(?<dollars>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<word>[\w\u0080-\uffff][\w$\u0080-\uffff]*)|(?<space>\s+)|[\s\S]/g,
  mysql:
    /(?<remark>--[^\n]*|#[^\n]*)|(?<comment>\/\*)|(?<text>'(?:[^'\\]|''|\\[\s\S]?)*'?|"(?:[^"\\]|""|\\[\s\S]?)*"?)|(?<name>`[^`]*`?)|(?<word>[\w$\u0080-\uffff]+)|(?<space>\s+)|[\s\S]/g,
};

/** Yields the parts of a statement in order. Their sources concatenated are the statement. */
export function* statementParts(statement: string, language: StatementLanguage): Generator<StatementPart> {
  const pattern = new RegExp(partOf[language]);
  for (let found = pattern.exec(statement); found; found = pattern.exec(statement)) {
    const at = found.index;
    const [source] = found;
    const { remark, comment, text, name, dollars, space } = found.groups ?? {};
    if (comment ?? dollars) {
      const end = comment ? endOfComment(statement, at, language) : endOfDollars(statement, at, source);
      const whole = statement.slice(at, end);
      yield {
        type: comment ? "comment" : "text",
        source: whole,
        content: within(whole, source, comment ? "*/" : source),
      };
      pattern.lastIndex = end;
    } else if (remark) yield { type: "comment", source, content: source.replace(/^(--|#)/, "") };
    else if (text) yield { type: "text", source, content: quotedContent(source) };
    else yield { type: name ? "name" : space ? "space" : "word", source };
  }
}

function quotedContent(source: string): string {
  const text = /^e/i.test(source) ? source.slice(1) : source;
  const quote = text.charAt(0);
  return within(text, quote, quote).replaceAll(quote + quote, quote);
}

function within(source: string, opening: string, closing: string): string {
  const isClosed = source.length >= opening.length + closing.length && source.endsWith(closing);
  return source.slice(opening.length, isClosed ? -closing.length : undefined);
}

function endOfComment(statement: string, from: number, language: StatementLanguage): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from + 2;
  let depth = 1;
  for (let mark = marks.exec(statement); mark; mark = marks.exec(statement)) {
    if (mark[0] === "*/") depth -= 1;
    else if (language === "postgresql") depth += 1;
    if (depth === 0) return marks.lastIndex;
  }
  return statement.length;
}

function endOfDollars(statement: string, from: number, tag: string): number {
  const end = statement.indexOf(tag, from + tag.length);
  return end < 0 ? statement.length : end + tag.length;
}
