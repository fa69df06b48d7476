import { Given } from "@cucumber/cucumber";

// Step definitions with various elements of cucumber expressions, for quick-matching.test.ts.
for (const sentence of [
  "{int} key share(s) is/are \\(all of {string})",
  "{string}",
  "{word} holds {float} of {string} and {string}",
  "nothing else",
])
  Given(sentence, () => {});
Given(/^a pattern of (\d+) (words?)$/, () => {});
