import { HclError, type Position, positionOf } from "./hcl-error.ts";
import type { Language } from "./quoted-text.ts";
import { Scanner } from "./scanner.ts";
import type { Token, TokenKind } from "./token.ts";

/** The deepest nesting of objects and lists that is read: each level costs a frame of the stack. */
const deepest = 64;

/** Kinds of tokens that are a value by themselves. */
export const literals: ReadonlySet<TokenKind> = new Set(["STRING", "HEREDOC", "NUMBER", "FLOAT", "BOOL", "NULL"]);

/** What readers of either language stand on: it looks one token ahead, and knows how deep it is. */
export class Reader {
  readonly #text: string;
  readonly #scanner: Scanner;
  #ahead: Token | undefined;
  #depth = 0;

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#scanner = new Scanner(text, language);
  }

  peek(): Token {
    this.#ahead ??= this.#scanner.next();
    return this.#ahead;
  }

  next(): Token {
    const token = this.peek();
    this.#ahead = undefined;
    return token;
  }

  take(kind: TokenKind): boolean {
    if (this.peek().kind !== kind) return false;
    this.next();
    return true;
  }

  place({ offset }: Token): Position {
    return positionOf(this.#text, offset);
  }

  error(token: Token, what: string): HclError {
    return new HclError(this.place(token), what);
  }

  /** The end of a text is met twice before its lack of a brace is told, and counted twice. */
  unclosed(token: Token): HclError {
    const { line, column } = this.place(token);
    const place = { line, column: token.kind === "EOF" ? column + 1 : column };
    return new HclError(place, `object expected closing RBRACE got: ${token.kind}`);
  }

  deeper<T>(read: () => T): T {
    if (this.#depth === deepest) throw this.error(this.peek(), `nested deeper than ${deepest}`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
