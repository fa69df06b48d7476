import { Problem, quoted } from "../../api/problem.ts";
import { type TemplateFunction, type TemplateSource, templateFunctions } from "./template-functions.ts";

export type UsernameTemplate = (source: TemplateSource) => string;

type Part = (source: TemplateSource) => string;

export const maxCharacters = 1024;
const maxDepth = 16;

const maxValueCharacters = 4096;

/**
 * Parses a template such as `{{.RoleName}}-{{random 20 | lowercase}}`: text, and in double braces a
 * field (`.DisplayName`, `.RoleName`), a literal, or a function with its arguments (reference
 * documentation, "Username templating"). Throws a Problem "refused" if the template is invalid. The
 * caller must check generated names.
 */
export function parseUsernameTemplate(text: string): UsernameTemplate {
  if (text.length > maxCharacters) throw invalidTemplate(`longer than ${maxCharacters} characters`);
  const parts: Part[] = [];
  let at = 0;
  for (let open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", at)) {
    parts.push(literal(text.slice(at, open)));
    const tokens = new Tokens(text, open + 2);
    parts.push(pipeline(tokens, 0));
    at = tokens.close();
  }
  parts.push(literal(text.slice(at)));
  return (source) => parts.map((part) => part(source)).join("");
}

function literal(text: string): Part {
  if (text.includes("}}")) throw invalidTemplate('unexpected "}}"');
  return () => text;
}

function pipeline(tokens: Tokens, depth: number): Part {
  if (depth > maxDepth) throw invalidTemplate("too many parentheses");
  let part = command(tokens, depth, undefined);
  while (tokens.take("|")) part = command(tokens, depth, part);
  return part;
}

function command(tokens: Tokens, depth: number, piped: Part | undefined): Part {
  const name = tokens.word();
  if (name === undefined) {
    const value = operand(tokens, depth);
    if (value === undefined) throw invalidTemplate(`missing value in ${tokens.rest()}`);
    if (piped !== undefined) throw invalidTemplate("only a function takes what is piped into it");
    return value;
  }
  const known: TemplateFunction | undefined = Object.hasOwn(templateFunctions, name)
    ? templateFunctions[name]
    : undefined;
  if (!known) throw invalidTemplate(`function ${quoted(name)} not defined`);
  const operands: Part[] = [];
  for (let next = operand(tokens, depth); next !== undefined; next = operand(tokens, depth)) operands.push(next);
  const all = piped === undefined ? operands : [...operands, piped];
  if (!known.takes(all.length)) throw invalidTemplate(`wrong number of args for ${name}: got ${all.length}`);
  return (source) => {
    const value = known.call(
      all.map((part) => part(source)),
      source,
    );
    if (value.length > maxValueCharacters)
      throw invalidTemplate(`${name} makes more than ${maxValueCharacters} characters`);
    return value;
  };
}

function operand(tokens: Tokens, depth: number): Part | undefined {
  if (tokens.take("(")) {
    const inner = pipeline(tokens, depth + 1);
    if (!tokens.take(")")) throw invalidTemplate("unclosed left paren");
    return inner;
  }
  const field = tokens.field();
  if (field === "DisplayName") return ({ displayName }) => displayName;
  if (field === "RoleName") return ({ roleName }) => roleName;
  if (field !== undefined) throw invalidTemplate(`can't evaluate field ${field}`);
  const value = tokens.literal();
  if (value !== undefined) return () => value;
  const name = tokens.word();
  if (name === undefined) return undefined;
  const known = Object.hasOwn(templateFunctions, name) ? templateFunctions[name] : undefined;
  if (!known) throw invalidTemplate(`function ${quoted(name)} not defined`);
  if (!known.takes(0)) throw invalidTemplate(`wrong number of args for ${name}: got 0`);
  return (source) => known.call([], source);
}

class Tokens {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  take(sign: "|" | "(" | ")"): boolean {
    return this.#match(sign === "|" ? /\s*\|/y : sign === "(" ? /\s*\(/y : /\s*\)/y) !== undefined;
  }

  word(): string | undefined {
    return this.#match(/\s*([A-Za-z_]\w*)/y)?.[1];
  }

  field(): string | undefined {
    return this.#match(/\s*\.(\w+)/y)?.[1];
  }

  literal(): string | undefined {
    const found = this.#match(/\s*(?:"((?:[^"\\\n]|\\["\\nt])*)"|`([^`]*)`|(\d{1,9}))/y);
    const escaped = found?.[1]?.replace(/\\(.)/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter);
    return escaped ?? found?.[2] ?? found?.[3];
  }

  close(): number {
    if (this.#match(/\s*\}\}/y) === undefined) throw invalidTemplate(`unclosed action: ${this.rest()}`);
    return this.#at;
  }

  rest(): string {
    return JSON.stringify(this.#text.slice(this.#at, this.#at + 20));
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found) this.#at = pattern.lastIndex;
    return found;
  }
}

function invalidTemplate(why: string): Problem {
  return new Problem("refused", `unable to parse template: ${why}`);
}
