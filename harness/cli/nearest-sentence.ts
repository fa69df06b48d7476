export type KnownSentences = Readonly<{ patterns: readonly string[]; parameters: ReadonlyMap<string, RegExp> }>;

const maxDifference = 0.5;

/** Returns the pattern with the smallest share of differing words, or undefined if this share exceeds one half. */
export function nearestSentence(sentence: string, { patterns, parameters }: KnownSentences): string | undefined {
  const words = wordsOf(sentence, parameters);
  const ranked = patterns
    .map((pattern) => ({ pattern, wanted: pattern.split(/\s+/) }))
    .map(({ pattern, wanted }) => ({ pattern, part: mistakes(words, wanted) / Math.max(words.length, wanted.length) }))
    .filter(({ part }) => part <= maxDifference)
    .toSorted((one, other) => one.part - other.part);
  return ranked[0]?.pattern;
}

function wordsOf(sentence: string, parameters: ReadonlyMap<string, RegExp>): readonly string[] {
  let text = sentence.replace(/"[^"]*"|'[^']*'/g, "{string}").replace(/(?<![\w{])-?\d+(?!\w)/g, "{int}");
  for (const [name, form] of parameters) text = text.replace(form, `{${name}}`);
  return text.split(/\s+/);
}

function mistakes(one: readonly string[], other: readonly string[]): number {
  let row = [...other.keys(), other.length];
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, wanted] of other.entries()) {
      const swapped = (row[j] ?? 0) + (matchesWord(word, wanted) ? 0 : 1);
      next.push(Math.min(swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

function matchesWord(word: string, wanted: string): boolean {
  const choices = wanted
    .split("/")
    .flatMap((choice) => [choice.replace(/\((\w+)\)/, ""), choice.replace(/\((\w+)\)/, "$1")]);
  return choices.includes(word) || (word === "{person}" && choices.includes("{client}"));
}
