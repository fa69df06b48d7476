import { defineParameterType } from "@cucumber/cucumber";
import { clusterNames, personNames } from "../names.ts";
import type { RehearsalWorld } from "../world.ts";

const valueWords: Readonly<Record<string, string>> = {
  string: `"[^"]*"`,
  int: "\\d+",
  word: "\\w+",
  person: personNames.source,
  cluster: clusterNames.source,
};

/** A table of phrases with values such as `{string}`. `nested` has the expressions of further words in braces. */
export class Phrases<Entry> {
  readonly #entries: readonly (readonly [pattern: RegExp, entry: Entry])[];
  /** A regular expression that matches each phrase of the table. It has no capture groups. */
  readonly source: string;

  constructor(table: Readonly<Record<string, Entry>>, nested: Readonly<Record<string, string>> = {}) {
    const known = { ...valueWords, ...nested };
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

  define<Value>(name: string, parsed: (entry: Entry, values: readonly string[], words: string) => Value): void {
    const transformer = (words: string) => {
      const { entry, values } = this.find(words);
      return parsed(entry, values, words);
    };
    defineParameterType({ name, regexp: new RegExp(this.source), transformer });
  }
}

/** The value of a parameter: returns the meaning of a phrase in a scenario. */
export type Meaning<Value> = (world: RehearsalWorld) => Value;

export type Meanings<Value> = Readonly<Record<string, (world: RehearsalWorld, ...values: string[]) => Value>>;

export function defineMeanings<Value>(name: string, table: Meanings<Value>, nested?: Record<string, string>): void {
  new Phrases(table, nested).define(
    name,
    (entry, values): Meaning<Value> =>
      (world) =>
        entry(world, ...values),
  );
}

/** Defines a parameter type whose phrases stand for the values in a table. */
export function defineValues<Value>(name: string, table: Readonly<Record<string, Value>>): void {
  new Phrases(table).define(name, (value) => value);
}
