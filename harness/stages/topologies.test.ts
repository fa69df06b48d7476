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
const refusals = [...page.matchAll(/^\| `([{[].*?[}\]])` \| `(.*)` \|$/gm)].map(([, text = "", reason = ""]) => ({
  text,
  reason,
}));

test("a topology is found by name or read from a file", () => {
  const file = join(folder, "topology.json");
  writeFileSync(file, '{"name":"pair","clusters":["Rome","Bern"]}');
  expect(topologyOf("unlinked")).to.deep.equal({ name: "unlinked", clusters: ["Oslo", "Lima", "Kyoto"] });
  expect(topologyOf("three").replication).to.deep.equal({ primary: "Oslo", secondaries: ["Lima", "Kyoto"] });
  expect(topologyOf(file)).to.deep.equal({ name: "pair", clusters: ["Rome", "Bern"] });
});

test("by default all clusters but the primary are secondaries; a list, even an empty one, replaces that", () => {
  const replication = (fields: object) =>
    parseTopology(JSON.stringify({ name: "x", clusters: ["A", "B", "C"], ...fields }), "f").replication;
  expect(replication({})).to.equal(undefined);
  expect(replication({ primary: "B" })).to.deep.equal({ primary: "B", secondaries: ["A", "C"] });
  expect(replication({ primary: "B", secondaries: ["C"] })).to.deep.equal({ primary: "B", secondaries: ["C"] });
  expect(replication({ primary: "B", secondaries: [] })).to.deep.equal({ primary: "B", secondaries: [] });
});

test("invalid JSON is reported with the file's name", () => {
  expect(() => parseTopology("{", "f.json")).to.throw(TopologyProblem, "topology f.json is not JSON: ");
});

test("too many clusters and too long names are refused", () => {
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

test("an unknown name or a folder is reported with the known names", () => {
  for (const name of ["four", folder]) {
    expect(() => topologyOf(name)).to.throw(TopologyProblem, "one of: three, unlinked, one");
  }
});

suite("docs/topologies.md", () => {
  test("names every topology", () => {
    for (const name of topologyNames()) expect(page).to.contain(`\n| \`${name}\``);
  });

  test("has examples with every field of a file", () => {
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

  test("gives the reason for each refused file", () => {
    expect(refusals).to.have.length.above(10);
    for (const { text, reason } of refusals) {
      expect(() => parseTopology(text, "f"), text).to.throw(TopologyProblem, reason);
    }
  });
});
