import { nearest } from "#harness/cli/nearest.ts";
import { definitionsOf } from "#harness/cli/step-definitions.ts";

const possibleName = `[A-ZÀ-ÖØ-Þ][^\\s"',]{0,47}`;

/** Prefix of the names of groups that match clusters. A pattern of a step may have named groups of its own. */
const clusterGroup = "understudyCluster";

export class UnknownClusters {
  readonly #known: readonly string[];
  readonly #patterns: readonly RegExp[];

  /** `names` is the regular expression of the parameter type `{cluster}`, such as `Oslo|Lima`. */
  constructor(library: object, names: string) {
    this.#known = /^\w+(?:\|\w+)*$/.test(names) ? names.split("|") : [];
    const sources = definitionsOf(library).map(({ expression }) => expression.regexp.source);
    const parts = sources.map((source) => source.split(`(${names})`)).filter(({ length }) => length > 1);
    this.#patterns = this.#known.length === 0 ? [] : parts.map((around) => lenient(around, names));
  }

  /** Returns the unknown cluster names in a sentence that would otherwise match a step; empty if there are none. */
  in(sentence: string): readonly string[] {
    for (const pattern of this.#patterns) {
      const groups = Object.entries(pattern.exec(sentence)?.groups ?? {});
      const names = groups.filter(([group]) => group.startsWith(clusterGroup)).map(([, name]) => name);
      const unknown = names.filter((name) => name !== undefined && !this.#known.includes(name));
      if (unknown.length > 0) return [...new Set(unknown)];
    }
    return [];
  }

  describe(name: string): string {
    const near = nearest(name, this.#known);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    return `there is no cluster ${JSON.stringify(name)}: the topology has ${this.#known.join(", ")}${hint}`;
  }
}

function lenient(around: readonly string[], names: string): RegExp {
  const [first = "", ...others] = around;
  const cluster = (index: number) => `(?<${clusterGroup}${index}>${names}|${possibleName})`;
  return new RegExp(first + others.map((text, index) => cluster(index) + text).join(""));
}
