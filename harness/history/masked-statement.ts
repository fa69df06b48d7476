import { mask } from "#harness/reports/mask-text.ts";

/** A statement as a history may show it, and the texts that were taken out of it, each with whether it is said to be a password. */
export type MaskedStatement = Readonly<{
  shown: string;
  taken: readonly Readonly<{ text: string; isPassword: boolean }>[];
}>;

export type StatementOptions = Readonly<{
  /** The user that the statement is about, whose name is no secret. */
  subject?: string | undefined;
  /** Whether texts stand in double quotes, too, as MySQL and MariaDB have it by default. */
  hasDoubleQuotes?: boolean;
}>;

/** What stands before a literal that is a password: PostgreSQL's ALTER ROLE, MariaDB's ALTER USER and SET PASSWORD. */
const beforePassword =
  /\b(PASSWORD\s*(FOR\b[^=]*=\s*)?\s*\(?|IDENTIFIED\s+(WITH\s+\S+\s+)?(BY|AS|USING)(\s+PASSWORD)?)\s*E?$/i;
const singleQuoted = /'(?:[^'\\]|''|\\.)*'|\$(\w*)\$[\s\S]*?\$\1\$/g;
const quoted = /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"/g;
/** A date, a number or a word of the language. */
const harmless = /^([\d :.TZ+-]*|.{0,7})$/s;
/** How a word of Redis's ACL SETUSER says a password, or a hash of one. */
const redisPassword = /^[><#!]/;

/**
 * Takes out of a statement the passwords that it sets and every other text that may be one: who makes users may say passwords in any function
 * call. The statement of Redis is the JSON of a command's words.
 */
export function maskedStatement(
  statement: string,
  { subject, hasDoubleQuotes = false }: StatementOptions = {},
): MaskedStatement {
  const words = redisWords(statement);
  if (words) return maskedWords(words);
  const taken: { text: string; isPassword: boolean }[] = [];
  const shown = statement.replace(hasDoubleQuotes ? quoted : singleQuoted, (literal: string, ...rest: unknown[]) => {
    const at = rest.find((one): one is number => typeof one === "number") ?? 0;
    const text = contentOf(literal);
    const isPassword = beforePassword.test(statement.slice(0, at));
    if (!isPassword && (text === subject || harmless.test(text))) return literal;
    taken.push({ text, isPassword });
    return `'${mask}'`;
  });
  return { shown, taken };
}

function contentOf(literal: string): string {
  if (literal.startsWith("$")) return literal.replace(/^\$\w*\$|\$\w*\$$/g, "");
  const quote = literal.charAt(0);
  return literal.slice(1, -1).replaceAll(quote + quote, quote);
}

function redisWords(statement: string): readonly string[] | undefined {
  if (!statement.startsWith("[")) return undefined;
  try {
    const words: unknown = JSON.parse(statement);
    return Array.isArray(words) && words.every((word) => typeof word === "string") ? words : undefined;
  } catch {
    return undefined;
  }
}

function maskedWords(words: readonly string[]): MaskedStatement {
  const isUser = /^ACL$/i.test(words[0] ?? "") && /^SETUSER$/i.test(words[1] ?? "");
  // Everything else that a client says may be a secret, too, where it is long; names of commands, keys and users are not.
  const isPassword = (word: string, index: number) => isUser && index > 2 && redisPassword.test(word);
  const shown = words.map((word, index) => (isPassword(word, index) ? `${word.charAt(0)}${mask}` : word));
  const taken = words.filter(isPassword).map((word) => ({ text: word.slice(1), isPassword: true }));
  return { shown: JSON.stringify(shown), taken };
}
