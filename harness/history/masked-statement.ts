import { mask } from "#harness/reports/mask-text.ts";
import { PasswordPosition } from "./password-position.ts";
import { statementParts } from "./statement-parts.ts";

/** A statement as a history may show it, and the texts that were taken out of it, each with whether it is said to be a password. */
export type MaskedStatement = Readonly<{
  shown: string;
  taken: readonly Readonly<{ text: string; isPassword: boolean }>[];
}>;

export type StatementOptions = Readonly<{
  /** The user that the statement is about, whose name is no secret. */
  subject?: string | undefined;
  /** Whether the statement is in the SQL of MySQL and MariaDB, where texts stand in double quotes, too. */
  hasDoubleQuotes?: boolean;
}>;

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
  const position = new PasswordPosition();
  let shown = "";
  for (const part of statementParts(statement, hasDoubleQuotes ? "mysql" : "postgresql")) {
    const { isPassword } = position;
    const content = "content" in part ? part.content : part.source;
    const isText = part.type === "text" || (part.type === "name" && isPassword);
    if (part.type === "word") position.word(part.source);
    else if (isText || part.type === "name") position.quoted();
    const isHarmless = !(isText && isPassword) && (content === subject || harmless.test(content));
    if ((isText || part.type === "comment") && !isHarmless) {
      taken.push({ text: content, isPassword: isText && isPassword });
      shown += isText ? `'${mask}'` : `/* ${mask} */`;
    } else shown += part.source;
  }
  return { shown, taken };
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
