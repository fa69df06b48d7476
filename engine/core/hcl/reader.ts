import { HclError, type Position, positionOf } from "./hcl-error.ts";
import type { Language } from "./quoted-text.ts";
import { Scanner } from "./scanner.ts";
import type { Token, TokenKind } from "./token.ts";

const maxDepth = 64;

export const literals: ReadonlySet<TokenKind> = new Set(["STRING", "HEREDOC", "NUMBER", "FLOAT", "BOOL", "NULL"]);

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

  position({ offset }: Token): Position {
    return positionOf(this.#text, offset);
  }

  error(token: Token, message: string): HclError {
    return new HclError(this.position(token), message);
  }

  unclosed(token: Token): HclError {
    const { line, column } = this.position(token);
    const position = { line, column: token.kind === "EOF" ? column + 1 : column };
    return new HclError(position, `object expected closing RBRACE got: ${token.kind}`);
  }

  deeper<T>(read: () => T): T {
    if (this.#depth === maxDepth) throw this.error(this.peek(), `nested deeper than ${maxDepth}`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
