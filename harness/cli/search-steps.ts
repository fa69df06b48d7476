import { nearest } from "#harness/cli/nearest.ts";
import type { Catalogue, Step } from "#harness/cli/step-catalogue.ts";

const maxNearest = 5;
/** Minimum length of a word that may contain a mistake, in characters. Too many words resemble a shorter one. */
const minSimilar = 5;

/**
 * Returns the steps whose sentence, parameter names and group together contain all words. `words` are in lower case. A
 * value such as `oslo` matches every sentence with the parameter `{cluster}`.
 */
export function searchSteps({ steps, parameters }: Catalogue, words: readonly string[]): readonly Step[] {
  return steps.filter((step) => {
    const text = searchedText(step, parameters);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Returns at most five steps that contain some of the words or similar words, best first. The words are also sought in
 * the examples.
 */
export function nearestSteps({ steps, parameters }: Catalogue, words: readonly string[]): readonly Step[] {
  return steps
    .map((step) => ({
      step,
      score: scoreOf(searchedText(step, parameters), step.examples.map(({ text }) => text).join("\n"), words),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.step.pattern.length - other.step.pattern.length)
    .slice(0, maxNearest)
    .map(({ step }) => step);
}

function searchedText({ pattern, group }: Step, parameters: Catalogue["parameters"]): string {
  const values = parameters.filter(({ name }) => pattern.includes(`{${name}}`)).map(({ regexp }) => regexp);
  return [pattern, pattern.replaceAll(/[()]/g, ""), group, ...values].join("\n").toLowerCase();
}

function scoreOf(text: string, example: string, words: readonly string[]): number {
  const known = text.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length >= minSimilar);
  return words.reduce((score, word) => {
    if (text.includes(word)) return score + 1;
    const isSimilar = word.length >= minSimilar && nearest(word, known) !== undefined;
    return isSimilar || example.toLowerCase().includes(word) ? score + 0.5 : score;
  }, 0);
}
