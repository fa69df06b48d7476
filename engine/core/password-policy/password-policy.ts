import { Problem, wrapped } from "../../api/problem.ts";
import { blocksOf, type HclBlock, type HclObject, lastValueOf, objectsOf } from "../hcl/document.ts";
import { HclError } from "../hcl/hcl-error.ts";
import { parseHcl } from "../hcl/parse-hcl.ts";

export type CharsetRule = Readonly<{ characters: readonly string[]; atLeast: number }>;

/** Password policy. Passwords consist of the characters of all rules, and satisfy every rule. */
export type PasswordPolicy = Readonly<{ length: number; rules: readonly CharsetRule[] }>;

/** Minimum and maximum length of a password, in characters (reference documentation, "Password policies"). */
export const [shortest, longest] = [4, 100];
/** Maximum number of distinct characters, since each character is drawn with one byte. */
export const maxCharacters = 256;
export const maxTextLength = 64 * 1024;

/** Default password policy (DB-CONFIG-16, DB-CONFIG-17). */
export const defaultPasswordPolicy: PasswordPolicy = {
  length: 20,
  rules: ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "-"].map((characters) => ({
    characters: [...characters],
    atLeast: 1,
  })),
};

export function parsePasswordPolicy(text: string): PasswordPolicy {
  if (text.length > maxTextLength) throw invalid(`longer than ${maxTextLength} characters`);
  const document = read(text);
  const length = integerIn(document, "length", "failed to decode configuration");
  const rules = (blocksOf(document, "rule") ?? [undefined]).map(charsetRule);
  const wanted = rules.reduce((sum, { atLeast }) => sum + atLeast, 0);
  const characters = charactersOf(rules);
  const errors = [
    ...(length <= 0 ? ["length must be > 0"] : []),
    ...(length > 0 && length < wanted
      ? [`specified rules require at least ${wanted} characters but ${length} is specified`]
      : []),
    ...(characters.length === 0 ? ["no charset specified"] : []),
    ...(characters.every(isPrintable) ? [] : ["non-printable character in charset"]),
    ...(characters.length > maxCharacters ? [`charset is too long: limited to ${maxCharacters} characters`] : []),
  ];
  if (errors.length > 0) throw invalid(formatErrors(errors));
  if (length < shortest || length > longest) {
    throw new Problem("refused", wrapped(`passwords must be between ${shortest} and ${longest} characters`));
  }
  return { length, rules };
}

export function charactersOf(rules: readonly CharsetRule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ characters }) => characters))];
}

function read(text: string): HclObject {
  try {
    return parseHcl(text);
  } catch (cause) {
    if (cause instanceof HclError) throw invalid(`unable to decode: ${cause.message}`, cause);
    throw cause;
  }
}

function charsetRule(block: HclBlock | undefined): CharsetRule {
  if (!block) throw invalid('unable to retrieve rules: a rule is written as rule "charset" {…}');
  const about = `unable to parse rules: unable to parse rule ${block.label}`;
  if (block.label !== "charset") throw invalid(`${about}: unrecognized rule type ${block.label}`);
  const [body] = objectsOf(block.value) ?? [];
  if (!body) throw invalid("unable to parse rules: unable to get rule info: rule info cannot be empty");
  const charset = lastValueOf(body, "charset") ?? "";
  if (typeof charset !== "string") throw invalid(`${about}: charset must be a text`);
  return { characters: [...charset], atLeast: integerIn(body, "min-chars", about) };
}

function integerIn(object: HclObject, name: string, about: string): number {
  const value = lastValueOf(object, name) ?? 0;
  if (typeof value !== "number" || !Number.isSafeInteger(value))
    throw invalid(`${about}: ${name} must be a whole number`);
  if (value < 0) throw invalid(`${about}: ${name} must not be negative`);
  return value;
}

function isPrintable(character: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}

function formatErrors(errors: readonly string[]): string {
  const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
  return `${count} occurred:\n${errors.map((fault) => `\t* ${fault}`).join("\n")}\n\n`;
}

function invalid(why: string, cause?: Error): Problem {
  return new Problem("refused", wrapped(`invalid password policy: ${why}`), { cause });
}
