import { test } from "node:test";
import { expect } from "chai";
import { nearestSteps, searchSteps } from "#harness/cli/search-steps.ts";
import type { Catalogue, Step } from "#harness/cli/step-catalogue.ts";

const known: Catalogue = {
  parameters: [
    { name: "cluster", regexp: "Oslo|Lima" },
    { name: "product", regexp: "PostgreSQL|Redis" },
  ],
  steps: [
    step("{cluster} is demoted", "Replication: roles", "Oslo is demoted"),
    step("the link between {cluster} and {cluster} is partitioned", "Faults", "the link between Oslo and Lima is …"),
    step("{int} hour(s) pass(es)", "Time", "25 hours pass"),
    step("an engine is mounted at {string}", "Secrets", 'an engine is mounted at "colours"'),
  ],
};

function step(pattern: string, group: string, text: string): Step {
  return {
    pattern,
    description: "",
    group,
    file: `scenarios/steps/${group}.ts`,
    examples: [{ text, feature: "F", file: "f.feature" }],
    uses: 1,
  };
}

const found = (...words: readonly string[]) => searchSteps(known, words).map(({ pattern }) => pattern);
const near = (...words: readonly string[]) => nearestSteps(known, words).map(({ pattern }) => pattern);

test("a step is found by parts of its sentence, parameters, their values, and its group", () => {
  expect(found("link", "partition")).to.deep.equal([known.steps[1]?.pattern]);
  expect(found("cluster", "is")).to.have.length(2);
  expect(found("lima", "demoted")).to.deep.equal(["{cluster} is demoted"]);
  expect(found("roles")).to.deep.equal(["{cluster} is demoted"]);
  expect(found("hours")).to.deep.equal(["{int} hour(s) pass(es)"]);
});

test("a step without one of the words is not found, even if its example has the word", () => {
  expect(found("demoted", "promoted")).to.deep.equal([]);
  expect(found("colours")).to.deep.equal([]);
});

test("the nearest steps have most words, similar ones, or the words in their example", () => {
  expect(near("oslo", "demotd")[0]).to.equal("{cluster} is demoted");
  expect(near("colours")).to.deep.equal(["an engine is mounted at {string}"]);
  expect(near("xyzzy")).to.deep.equal([]);
});
