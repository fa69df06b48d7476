import { personNames } from "../names.ts";

/** Values in phrases: `{string}`, `{int}`, `{word}` and `{person}`. */
const values: Readonly<Record<string, string>> = {
  string: `"[^"]*"`,
  int: "\\d+",
  word: "\\w+",
  person: personNames.source,
};

/**
 * A table of phrases. Each key is a phrase in which `{string}` and the like stand for values. `nested` has the
 * expressions of further words in braces.
 */
export class Phrases<Entry> {
  readonly #entries: readonly (readonly [pattern: RegExp, entry: Entry])[];
  /** A regular expression that matches each phrase of the table. It has no capture groups. */
  readonly source: string;

  constructor(table: Readonly<Record<string, Entry>>, nested: Readonly<Record<string, string>> = {}) {
    const known = { ...values, ...nested };
    const sources = Object.keys(table).map((phrase) => {
      const escaped = phrase.replace(/[.*+?^$()|[\]\\#]/g, "\\$&");
      return escaped.replace(/\{(\w+)\}/g, (_, name: string) => {
        if (!known[name]) throw new Error(`the phrase "${phrase}" has an unknown value {${name}}`);
        return `(${known[name]})`;
      });
    });
    this.#entries = Object.values(table).map((entry, index) => [new RegExp(`^${sources[index]}$`), entry]);
    const longestFirst = sources.toSorted((a, b) => b.length - a.length);
    this.source = longestFirst.map((source) => source.replace(/(?<!\\)\((?!\?)/g, "(?:")).join("|");
  }

  /** Returns the entry of a phrase and the values in it, without quotes. Throws if no phrase of the table matches. */
  find(words: string): Readonly<{ entry: Entry; values: readonly string[] }> {
    for (const [pattern, entry] of this.#entries) {
      const found = pattern.exec(words)?.slice(1);
      if (found) return { entry, values: found.map((value) => value.replace(/^"(.*)"$/, "$1")) };
    }
    throw new Error(`unknown phrase "${words}"`);
  }
}
