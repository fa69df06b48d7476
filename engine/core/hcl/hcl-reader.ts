import type { HclItem, HclObject, HclValue } from "./document.ts";
import { literals, Reader } from "./reader.ts";
import type { Token } from "./token.ts";

export class HclReader extends Reader {
  constructor(text: string) {
    super(text, "hcl");
  }

  document(): HclObject {
    const items: HclItem[] = [];
    while (this.peek().kind !== "EOF") items.push(this.#item());
    return { items, line: 1 };
  }

  #item(): HclItem {
    const { line } = this.peek();
    const keys = this.#keys();
    const mark = this.next();
    const value = mark.kind === "ASSIGN" ? this.#value() : this.#object(line);
    this.take("COMMA");
    return { keys, value, line };
  }

  #keys(): readonly [string, ...string[]] {
    const keys: Token[] = [];
    while (this.peek().kind === "IDENT" || this.peek().kind === "STRING") keys.push(this.next());
    const end = this.peek();
    const [first, ...others] = keys.map(({ value }) => String(value));
    if (end.kind === "ASSIGN" || end.kind === "LBRACE") {
      if (end.kind === "ASSIGN" && keys.length > 1) throw this.error(end, "nested object expected: LBRACE got: ASSIGN");
      if (first !== undefined) return [first, ...others];
      const wanted = end.kind === "ASSIGN" ? "no object keys found!" : "expected: IDENT | STRING got: LBRACE";
      throw this.error(end, wanted);
    }
    if (keys.length > 0 && (end.kind === "EOF" || end.kind === "RBRACE")) {
      const name = keys.map(({ text }) => text).join(" ");
      throw this.error(end, `key '${name}' expected start of object ('{') or assignment ('=')`);
    }
    throw this.error(end, `expected: IDENT | STRING | ASSIGN | LBRACE got: ${end.kind}`);
  }

  #value(): HclValue {
    const token = this.next();
    if (literals.has(token.kind)) return token.value;
    if (token.kind === "LBRACE") return this.#object(token.line);
    if (token.kind === "LBRACK") return this.#list();
    const { line, column } = this.position(token);
    throw this.error(token, `Unknown token: ${line}:${column} ${token.kind} ${token.text}`);
  }

  #object(line: number): HclObject {
    return this.deeper(() => {
      const items: HclItem[] = [];
      while (!this.take("RBRACE")) {
        if (this.peek().kind === "EOF") throw this.unclosed(this.peek());
        items.push(this.#item());
      }
      return { items, line };
    });
  }

  #list(): readonly HclValue[] {
    return this.deeper(() => {
      const values: HclValue[] = [];
      for (;;) {
        if (this.take("RBRACK")) return values;
        const { kind } = this.peek();
        if (!literals.has(kind) && kind !== "LBRACE" && kind !== "LBRACK") {
          throw this.error(this.peek(), `unexpected token while parsing list: ${kind}`);
        }
        values.push(this.#value());
        if (this.take("COMMA") || this.peek().kind === "RBRACK") continue;
        const wanted = `error parsing list, expected comma or list end, got: ${this.peek().kind}`;
        throw this.error(this.peek(), wanted);
      }
    });
  }
}
