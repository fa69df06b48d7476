import { mask } from "#harness/masking/mask-text.ts";
import { isSecretName } from "#harness/masking/secret-name.ts";
import { PasswordPosition } from "./password-position.ts";
import { statementParts } from "./statement-parts.ts";

/**
 * A statement as a history may contain it, and the texts that were masked in it. `isPassword` is true if a text was in
 * the position of a password.
 */
export type MaskedStatement = Readonly<{
  shown: string;
  taken: readonly Readonly<{ text: string; isPassword: boolean }>[];
}>;

export type StatementOptions = Readonly<{
  /** The user that the statement concerns. Outside of the position of a password, this name is not masked. */
  subject?: string | undefined;
  /** True for SQL of MySQL or MariaDB, where double quotes also enclose texts. Default: false. */
  hasDoubleQuotes?: boolean;
}>;

/**
 * Matches texts that are not masked unless they are in the position of a password: dates, numbers and texts of at most
 * 7 characters.
 */
const harmless = /^([\d :.TZ+-]*|.{0,7})$/s;
/** Matches the prefixes of arguments of Redis's ACL SETUSER that contain a password or its hash. */
const redisPassword = /^[><#!]/;

/**
 * Masks in an SQL statement the passwords that it sets, and other texts and comments unless {@link harmless}, because
 * operators can pass passwords to any function. In a Redis command, which is a JSON array of words, it masks only the
 * passwords of ACL SETUSER; in a JSON object, a command of the simulated product, the values of fields with secret
 * names.
 */
export function maskedStatement(
  statement: string,
  { subject, hasDoubleQuotes = false }: StatementOptions = {},
): MaskedStatement {
  const words = redisWords(statement);
  if (words) return maskedWords(words);
  if (isObject(statement)) return maskedFields(statement);
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
  // Only arguments of ACL SETUSER are masked; other long arguments are covered by the secrets that the recorder knows.
  const isPassword = (word: string, index: number) => isUser && index > 2 && redisPassword.test(word);
  const shown = words.map((word, index) => (isPassword(word, index) ? `${word.charAt(0)}${mask}` : word));
  const taken = words.filter(isPassword).map((word) => ({ text: word.slice(1), isPassword: true }));
  return { shown: JSON.stringify(shown), taken };
}

const jsonText = /"(?:[^"\\]|\\.)*"/g;
const colon = /^\s*:\s*$/;

function isObject(statement: string): boolean {
  if (!statement.startsWith("{")) return false;
  try {
    return typeof JSON.parse(statement) === "object";
  } catch {
    return false;
  }
}

function maskedFields(statement: string): MaskedStatement {
  const taken: { text: string; isPassword: boolean }[] = [];
  let [shown, end, before] = ["", 0, ""];
  for (const { index, 0: source } of statement.matchAll(jsonText)) {
    const between = statement.slice(end, index);
    const text = String(JSON.parse(source));
    const isSecret = colon.test(between) && isSecretName(before);
    if (isSecret) taken.push({ text, isPassword: true });
    shown += between + (isSecret ? `'${mask}'` : source);
    end = index + source.length;
    before = text;
  }
  return { shown: shown + statement.slice(end), taken };
}
