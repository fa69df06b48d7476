type Parameter = Readonly<{ name: string; regexp: string }>;

/**
 * Returns the forms of a parameter's values as people write them, in alphabetical order: `seals {cluster}`, `with
 * "…"`. Brackets enclose what may be left out, `…` after them what may be repeated. Values of other parameters have
 * their name in braces.
 */
export function formsOf({ name, regexp }: Parameter, all: readonly Parameter[]): readonly string[] {
  const others = all
    .filter((other) => other.name !== name && other.regexp.includes("|") && other.regexp.length < regexp.length)
    .toSorted((one, other) => other.regexp.length - one.regexp.length);
  const named = others.reduce(
    (source, other) =>
      source.replaceAll(`(?:${other.regexp})`, `{${other.name}}`).replaceAll(other.regexp, `{${other.name}}`),
    regexp,
  );
  return new Reader(named).alternatives().toSorted((one, other) => one.localeCompare(other, "en"));
}

/** Reads a regular expression of literal text, classes of characters, groups, `?` and `*`. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): readonly string[] {
    const forms = [""];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ")") {
      if (this.#took(/\|/y)) forms.push("");
      else forms.push(`${forms.pop()}${this.#piece()}`);
    }
    return forms;
  }

  #piece(): string {
    const text = this.#atom();
    const [, inner = text] = /^\((.*)\)$/.exec(text) ?? [];
    if (this.#took(/\?/y)) return `[${inner}]`;
    return this.#took(/\*/y) ? `[${inner}]…` : text;
  }

  #atom(): string {
    if (this.#took(/\((?:\?:)?/y)) {
      const inner = this.alternatives();
      this.#took(/\)/y);
      const [only] = inner;
      return inner.length === 1 ? `${only}` : `(${inner.map((form) => form.trimEnd()).join(" / ")})`;
    }
    if (this.#took(/\[\^"\]\*/y)) return "…";
    if (this.#took(/\\d\+/y)) return "{int}";
    if (this.#took(/\\w\+/y)) return "{word}";
    return this.#took(/\\?(.)/y) ?? "";
  }

  #took(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (!found) return undefined;
    this.#at += found[0].length;
    return found[1] ?? found[0];
  }
}
