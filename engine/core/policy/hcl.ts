import type { Json, JsonObject } from "../../api/json.ts";

/**
 * The part of HCL 1 that policies are written in: blocks with string labels, assignments, strings, numbers, booleans and
 * lists. `path "a" { capabilities = ["read"] }` reads as `{"path": {"a": {"capabilities": ["read"]}}}`; JSON reads as itself.
 * Throws an Error that names line and column.
 */
export function parseHcl(text: string): JsonObject {
  const reader = new Reader(text);
  if (reader.peek() === "{") return parseJsonObject(text);
  const result: Record<string, Json> = {};
  while (reader.peek() !== "") readItem(reader, result);
  return result;
}

function parseJsonObject(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}

function readItem(reader: Reader, into: Record<string, Json>): void {
  const name = reader.key();
  if (reader.take("=")) {
    into[name] = readValue(reader);
    return;
  }
  let target = into;
  let last = name;
  while (reader.peek() === '"') {
    target = childOf(target, last);
    last = reader.text();
  }
  reader.expect("{");
  const block = childOf(target, last);
  while (!reader.take("}")) readItem(reader, block);
}

function childOf(parent: Record<string, Json>, name: string): Record<string, Json> {
  const present = Object.hasOwn(parent, name) ? parent[name] : undefined;
  const child = (typeof present === "object" && present !== null ? present : Object.create(null)) as Record<
    string,
    Json
  >;
  Object.defineProperty(parent, name, { value: child, enumerable: true, configurable: true, writable: true });
  return child;
}

function readValue(reader: Reader): Json {
  const next = reader.peek();
  if (next === '"') return reader.text();
  if (next === "[") return readList(reader);
  if (next === "{") {
    reader.expect("{");
    const block: Record<string, Json> = {};
    while (!reader.take("}")) {
      readItem(reader, block);
      reader.take(",");
    }
    return block;
  }
  const word = reader.word();
  if (word === "true" || word === "false") return word === "true";
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  throw reader.error(`unexpected ${JSON.stringify(word)}`);
}

function readList(reader: Reader): Json {
  const items: Json[] = [];
  reader.expect("[");
  while (!reader.take("]")) {
    items.push(readValue(reader));
    if (!reader.take(",") && reader.peek() !== "]") throw reader.error("expected a comma or ]");
  }
  return items;
}

/** Reads marks, words and strings off a text; blanks and comments fall away. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character that counts; empty at the end. */
  peek(): string {
    const blank = /(?:\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    blank.lastIndex = this.#at;
    blank.exec(this.#text);
    this.#at = blank.lastIndex;
    return this.#text[this.#at] ?? "";
  }

  take(mark: string): boolean {
    if (this.peek() !== mark) return false;
    this.#at += 1;
    return true;
  }

  expect(mark: string): void {
    if (!this.take(mark)) throw this.error(`expected ${mark}`);
  }

  key(): string {
    return this.peek() === '"' ? this.text() : this.word();
  }

  word(): string {
    this.peek();
    return this.#match(/[\w.-]+/y, "a word");
  }

  text(): string {
    this.peek();
    const quoted = this.#match(/"(?:[^"\\\n]|\\.)*"/y, "a quoted text");
    try {
      return JSON.parse(quoted) as string;
    } catch (cause) {
      throw new Error(`${this.error("bad escape in a text").message}`, { cause });
    }
  }

  error(what: string): Error {
    const before = this.#text.slice(0, this.#at).split("\n");
    return new Error(`At ${before.length}:${(before.at(-1) ?? "").length + 1}: ${what}`);
  }

  #match(expression: RegExp, what: string): string {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text)?.[0];
    if (found === undefined) throw this.error(`expected ${what}`);
    this.#at += found.length;
    return found;
  }
}
