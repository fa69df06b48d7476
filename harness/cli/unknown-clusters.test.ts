import { test } from "node:test";
import { expect } from "chai";
import { UnknownClusters } from "#harness/cli/unknown-clusters.ts";

const library = {
  stepDefinitions: [
    /^(Ada|Bob) reads ("[^"]*") in (Oslo|Lima)$/,
    /^the link between (Oslo|Lima) and (Oslo|Lima) is partitioned$/,
    /^(Oslo|Lima)'s clock is right$/,
    /^(?<weather>Rain|Snow) falls in (Oslo|Lima)$/,
    /^it rains$/,
  ].map((regexp) => ({ expression: { regexp, match: () => null } })),
};
const clusters = new UnknownClusters(library, "Oslo|Lima");

test("an unknown name is found where a step has a cluster", () => {
  expect(clusters.in('Ada reads "colours/sky" in Paris')).to.deep.equal(["Paris"]);
  expect(clusters.in("Rain falls in Paris")).to.deep.equal(["Paris"]);
  expect(clusters.in("Zürich's clock is right")).to.deep.equal(["Zürich"]);
  expect(clusters.in("the link between Oslo and Rome is partitioned")).to.deep.equal(["Rome"]);
  expect(clusters.in("the link between Paris and Rome is partitioned")).to.deep.equal(["Paris", "Rome"]);
  expect(clusters.in("the link between Rome and Rome is partitioned")).to.deep.equal(["Rome"]);
});

test("no name is found in a sentence that differs from each step in another word", () => {
  for (const sentence of [
    'Ada read "colours/sky" in Paris',
    'Eve reads "colours/sky" in Oslo',
    'Ada reads "colours/sky" in the north',
    `${"P".repeat(49)}'s clock is right`,
    "it rains in Paris",
    "",
  ])
    expect(clusters.in(sentence), sentence).to.deep.equal([]);
});

test("no name is found if the steps have no clusters", () => {
  for (const names of ["", "[A-Z]+"])
    expect(new UnknownClusters(library, names).in("Paris's clock is right"), names).to.deep.equal([]);
});

test("the message has the known names and the most similar one", () => {
  expect(clusters.describe("Paris")).to.equal('there is no cluster "Paris": the topology has Oslo, Lima');
  expect(clusters.describe("Lina")).to.match(/: the topology has Oslo, Lima; did you mean Lima\?$/);
});
