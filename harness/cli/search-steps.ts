import { nearest } from "#harness/cli/nearest.ts";
import type { Step } from "#harness/cli/step-catalogue.ts";

/** Maximum number of sentences that are suggested if none contains all words. */
const maxNearest = 5;

/** Returns the steps whose sentence, parameter names or group contain all words, which are in lower case. */
export function searchSteps(steps: readonly Step[], words: readonly string[]): readonly Step[] {
  return steps.filter((step) => {
    const text = searchedText(step);
    return words.every((word) => text.includes(word));
  });
}

/** Returns the steps that contain most of the words or similar ones, best first. They are also sought in examples. */
export function nearestSteps(steps: readonly Step[], words: readonly string[]): readonly Step[] {
  return steps
    .map((step) => ({ step, score: scoreOf(step, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.step.pattern.length - other.step.pattern.length)
    .slice(0, maxNearest)
    .map(({ step }) => step);
}

/** Returns the sentence and the group in lower case. `hour(s)` is included as `hours` too. */
function searchedText({ pattern, group }: Step): string {
  return [pattern, pattern.replaceAll(/[()]/g, ""), group].join("\n").toLowerCase();
}

/** Returns the number of contained words, in which a word that is only similar, or only in the example, counts half. */
function scoreOf(step: Step, words: readonly string[]): number {
  const text = searchedText(step);
  const example = step.example?.text.toLowerCase() ?? "";
  const known = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.reduce((score, word) => {
    if (text.includes(word)) return score + 1;
    return example.includes(word) || nearest(word, known) !== undefined ? score + 0.5 : score;
  }, 0);
}
