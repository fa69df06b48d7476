import type { HclItem, HclObject, HclValue } from "./document.ts";
import { literals, Reader } from "./reader.ts";
import type { Token } from "./token.ts";

/** JSON parser that keeps repeated keys, unlike JSON.parse: a repeated rule that denies access must not be lost. */
export class JsonReader extends Reader {
  constructor(text: string) {
    super(text, "json");
  }

  document(): HclObject {
    const object = this.#object(this.next());
    const rest = this.next();
    if (rest.kind !== "EOF") throw this.error(rest, `expected end of document got: ${rest.kind}`);
    return object;
  }

  #object({ line }: Token): HclObject {
    return this.deeper(() => {
      const items: HclItem[] = [];
      if (this.take("RBRACE")) return { items, line };
      for (;;) {
        const key = this.next();
        if (key.kind === "EOF") throw this.unclosed(key);
        if (key.kind !== "STRING") throw this.error(key, `expected: STRING got: ${key.kind}`);
        const colon = this.next();
        if (colon.kind !== "COLON") throw this.error(colon, `expected: COLON got: ${colon.kind}`);
        items.push({ keys: [String(key.value)], value: this.#value(), line: key.line });
        if (this.take("COMMA")) continue;
        if (this.peek().kind !== "RBRACE") throw this.unclosed(this.peek());
        this.next();
        return { items, line };
      }
    });
  }

  #value(): HclValue {
    const token = this.next();
    if (literals.has(token.kind)) return token.value;
    if (token.kind === "LBRACE") return this.#object(token);
    if (token.kind === "LBRACK") return this.#list();
    throw this.error(token, `unexpected token: ${token.kind}`);
  }

  #list(): readonly HclValue[] {
    return this.deeper(() => {
      const values: HclValue[] = [];
      if (this.take("RBRACK")) return values;
      for (;;) {
        values.push(this.#value());
        const end = this.next();
        if (end.kind === "RBRACK") return values;
        if (end.kind !== "COMMA") {
          throw this.error(end, `error parsing list, expected comma or list end, got: ${end.kind}`);
        }
      }
    });
  }
}
