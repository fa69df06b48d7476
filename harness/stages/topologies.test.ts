import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { topologyNames, topologyOf } from "./topologies.ts";
import { parseTopology, TopologyProblem } from "./topology-file.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-topology-"));
after(() => rmSync(folder, { recursive: true }));

const page = readFileSync(new URL("../../docs/topologies.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => text);
const refusals = [...page.matchAll(/^\| `([{[].*?[}\]])` \| `(.*)` \|$/gm)].map(([, text = "", said = ""]) => ({
  text,
  said,
}));

test("a topology is known by name or read from a file", () => {
  const file = join(folder, "topology.json");
  writeFileSync(file, '{"name":"pair","clusters":["Rome","Bern"]}');
  expect(topologyOf("unlinked")).to.deep.equal({ name: "unlinked", clusters: ["Oslo", "Lima", "Kyoto"] });
  expect(topologyOf("three").replication).to.deep.equal({ primary: "Oslo", secondaries: ["Lima", "Kyoto"] });
  expect(topologyOf(file)).to.deep.equal({ name: "pair", clusters: ["Rome", "Bern"] });
});

test("without secondaries all clusters but the primary replicate from it; a list says otherwise, also an empty one", () => {
  const replication = (fields: object) =>
    parseTopology(JSON.stringify({ name: "x", clusters: ["A", "B", "C"], ...fields }), "f").replication;
  expect(replication({})).to.equal(undefined);
  expect(replication({ primary: "B" })).to.deep.equal({ primary: "B", secondaries: ["A", "C"] });
  expect(replication({ primary: "B", secondaries: ["C"] })).to.deep.equal({ primary: "B", secondaries: ["C"] });
  expect(replication({ primary: "B", secondaries: [] })).to.deep.equal({ primary: "B", secondaries: [] });
});

test("what is no JSON is told so, with the file's name", () => {
  expect(() => parseTopology("{", "f.json")).to.throw(TopologyProblem, "topology f.json is not JSON: ");
});

test("too many clusters, and too long a name, are refused", () => {
  const of = (clusters: readonly string[]) => JSON.stringify({ name: "x", clusters });
  expect(() => parseTopology(of([..."ABCDEFGHIJ"]), "f")).to.throw(
    TopologyProblem,
    "clusters must be a list of 1 to 9",
  );
  expect(parseTopology(of(["A".repeat(48)]), "f").clusters).to.have.length(1);
  expect(() => parseTopology(of(["A".repeat(49)]), "f")).to.throw(
    TopologyProblem,
    "clusters.0 must be 1 to 48 letters",
  );
});

test("a name that nothing bears, and a folder, list those there are", () => {
  for (const name of ["four", folder]) {
    expect(() => topologyOf(name)).to.throw(TopologyProblem, "one of: three, unlinked, one");
  }
});

suite("docs/topologies.md", () => {
  test("names every topology there is", () => {
    for (const name of topologyNames()) expect(page).to.contain(`\n| \`${name}\``);
  });

  test("has examples that say each thing a file can say", () => {
    const parsed = examples.map((text) => parseTopology(text, "docs/topologies.md"));
    expect(parsed.some(({ replication }) => replication === undefined)).to.equal(true);
    expect(parsed.map(({ replication }) => replication?.secondaries.length)).to.include.members([undefined, 0, 1]);
    expect(examples.flatMap((text) => Object.keys(JSON.parse(text)))).to.include.members([
      "name",
      "clusters",
      "primary",
      "secondaries",
    ]);
  });

  test("says of files that are refused why they are", () => {
    expect(refusals).to.have.length.above(10);
    for (const { text, said } of refusals) {
      expect(() => parseTopology(text, "f"), text).to.throw(TopologyProblem, said);
    }
  });
});
