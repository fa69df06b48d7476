import { HclError, positionOf } from "./hcl-error.ts";
import { readHeredoc } from "./heredoc.ts";
import { type Language, readQuoted } from "./quoted-text.ts";
import type { Token, TokenKind } from "./token.ts";

const marks: Readonly<Record<string, TokenKind>> = {
  "{": "LBRACE",
  "}": "RBRACE",
  "[": "LBRACK",
  "]": "RBRACK",
  ",": "COMMA",
  "=": "ASSIGN",
  ".": "PERIOD",
  "+": "ADD",
  "-": "SUB",
};
const blanks = /[ \t\r\n]+/y;
const lineComment = /(?:#|\/\/)[^\n]*/y;
const identifier = /[\p{L}_][\p{L}\p{Nd}_.-]*/uy;
const number = /-?(?:0[xX]([0-9a-fA-F]+)|(\d+)(\.\d*(?:[eE][-+]?\d+)?|[eE][-+]?\d+)?)/y;
const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

export class Scanner {
  readonly #text: string;
  readonly #language: Language;
  #at = 0;
  #line = 1;
  #nextLine: number;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    this.#nextLine = startOfNextLine(text, 0);
    const nullAt = text.indexOf("\0");
    if (nullAt >= 0) throw new HclError(positionOf(text, nullAt), "unexpected null character (0x00)");
  }

  next(): Token {
    this.#skip();
    const letter = this.#text[this.#at];
    if (letter === undefined) return this.#token("EOF", this.#at, null);
    if (letter === '"') {
      const { value, end } = readQuoted(this.#text, this.#at, this.#language);
      return this.#token("STRING", end, value);
    }
    return this.#number() ?? this.#word() ?? this.#mark(letter);
  }

  #mark(letter: string): Token {
    const isJson = this.#language === "json";
    if (letter === ":" && isJson) return this.#token("COLON", this.#at + 1, null);
    if (letter === "<" && !isJson) {
      const { value, end } = readHeredoc(this.#text, this.#at);
      return this.#token("HEREDOC", end, value);
    }
    const kind = marks[letter];
    if (!kind) throw this.#error("illegal char");
    return this.#token(kind, this.#at + 1, null);
  }

  #number(): Token | undefined {
    const found = this.#match(number);
    if (!found) return undefined;
    const [text, hexadecimal, whole = "", fraction] = found;
    const end = this.#at + text.length;
    const sign = text.startsWith("-") ? -1 : 1;
    if (fraction !== undefined) return this.#token("FLOAT", end, Number(text));
    if (hexadecimal !== undefined) return this.#token("NUMBER", end, sign * Number.parseInt(hexadecimal, 16));
    if (whole.length === 1 || !whole.startsWith("0")) return this.#token("NUMBER", end, sign * Number(whole));
    if (/[89]/.test(whole)) throw this.#error("illegal octal number");
    return this.#token("NUMBER", end, sign * Number.parseInt(whole, 8));
  }

  #word(): Token | undefined {
    const [text] = this.#match(identifier) ?? [];
    if (text === undefined) return undefined;
    const end = this.#at + text.length;
    const constant = Object.hasOwn(words, text) ? words[text] : undefined;
    if (typeof constant === "boolean") return this.#token("BOOL", end, constant);
    if (constant === null && this.#language === "json") return this.#token("NULL", end, null);
    return this.#token("IDENT", end, text);
  }

  #skip(): void {
    for (;;) {
      const start = this.#at;
      this.#pass(blanks);
      if (this.#language === "hcl") this.#skipComment();
      if (this.#at === start) return;
    }
  }

  #skipComment(): void {
    if (this.#text.startsWith("/*", this.#at)) {
      const end = this.#text.indexOf("*/", this.#at + 2);
      if (end < 0) throw new HclError(positionOf(this.#text, this.#text.length), "comment not terminated");
      this.#at = end + 2;
    } else if (!this.#pass(lineComment) && this.#text[this.#at] === "/") throw this.#error("expected '/' for comment");
  }

  #pass(expression: RegExp): boolean {
    const [text = ""] = this.#match(expression) ?? [];
    this.#at += text.length;
    return text !== "";
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    return expression.exec(this.#text);
  }

  #token(kind: TokenKind, end: number, value: Token["value"]): Token {
    const offset = this.#at;
    this.#at = end;
    while (this.#nextLine <= offset) {
      this.#line += 1;
      this.#nextLine = startOfNextLine(this.#text, this.#nextLine);
    }
    return { kind, text: this.#text.slice(offset, end), value, offset, line: this.#line };
  }

  #error(message: string): HclError {
    return new HclError(positionOf(this.#text, this.#at), message);
  }
}

function startOfNextLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? Number.POSITIVE_INFINITY : end + 1;
}
