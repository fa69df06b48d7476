import { Given } from "@cucumber/cucumber";

// Definitions of all that an expression can be made of, for quick-matching.test.ts.
for (const sentence of [
  "{int} key share(s) is/are \\(all of {string})",
  "{string}",
  "{word} holds {float} of {string} and {string}",
  "nothing else",
])
  Given(sentence, () => {});
Given(/^a pattern of (\d+) (words?)$/, () => {});
