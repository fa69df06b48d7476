import { test } from "node:test";
import { expect } from "chai";
import { nearestSentence } from "#harness/cli/nearest-sentence.ts";

const patterns = [
  "{person} wrote/writes {string} to {string} in {cluster}",
  "{client} tries to read {string} in {cluster}",
  "{int} hour(s) pass(es)",
  "the request is refused with status {int}",
];
const parameters = new Map([
  ["cluster", /(?<!\w)(?:Oslo|Lima)(?!\w)/g],
  ["person", /(?<!\w)(?:Ada|Bob)(?!\w)/g],
]);

function nearest(sentence: string): string | undefined {
  return nearestSentence(sentence, { patterns, parameters });
}

test("a sentence with a wrong word gets the closest step, independent of its parameter values", () => {
  expect(nearest('Ada put "blue" to "colours/sky" in Oslo')).to.equal(patterns[0]);
  expect(nearest('Bob attempts to read "a secret with many words" in Lima')).to.equal(patterns[1]);
  expect(nearest("the request is declined with status 400")).to.equal(patterns[3]);
});

test("alternatives and optional endings of a pattern count as equal", () => {
  expect(nearest("25 hours passed")).to.equal(patterns[2]);
  expect(nearest('Ada writes "blue" to "colours/sky" at Oslo')).to.equal(patterns[0]);
});

test("a sentence that resembles no step gets no suggestion", () => {
  expect(nearest("it rains in the north of the country and the sky is grey")).to.equal(undefined);
});
