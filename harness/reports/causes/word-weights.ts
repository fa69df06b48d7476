import type { Requirement } from "#harness/reports/requirements.ts";

/** Finds what a failure is about: compares its text with the texts of the requirements. */
export class WordWeights {
  readonly #words: ReadonlyMap<string, ReadonlySet<string>>;
  /** Number of requirements that contain a word. */
  readonly #counts = new Map<string, number>();

  constructor(requirements: ReadonlyMap<string, Requirement>) {
    this.#words = new Map([...requirements].map(([id, one]) => [id, new Set(wordsIn(textOf(one)))]));
    for (const words of this.#words.values())
      for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Returns the weight of the words that a failure and a requirement have in common. Rare words weigh more. */
  shared(id: string, failure: string): number {
    const own = this.#words.get(id);
    if (!own) return 0;
    const total = this.#words.size;
    const common = [...new Set(wordsIn(failure))].filter((word) => own.has(word));
    return common.reduce((sum, word) => sum + Math.log(total / (this.#counts.get(word) ?? total)), 0);
  }

  /** Returns how many field names, such as `max_ttl`, a failure and a requirement have in common. */
  fieldsNamed(id: string, failure: string): number {
    const own = this.#words.get(id);
    return new Set(wordsIn(failure).filter((word) => word.includes("_") && own?.has(word))).size;
  }
}

function textOf({ statement, observable, members }: Requirement): string {
  return [statement, observable, ...members.map(({ name, meaning }) => `${name} ${meaning}`)].join(" ");
}

/** Returns the words of a text in small letters, without a plural `s`. The parts of a field name are words, too. */
function wordsIn(text: string): readonly string[] {
  const spaced = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const whole = spaced.match(/[a-z][a-z0-9_]+/g) ?? [];
  return whole
    .flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word]))
    .map((word) => (word.includes("_") ? word : word.replace(/(?<=..)s$/, "")))
    .filter((word) => word.length > 1);
}
