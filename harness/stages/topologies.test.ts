import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { TopologyProblem, topologyOf } from "./topologies.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-topology-"));
after(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, "topology.json");
  writeFileSync(path, text);
  return path;
}

test("a topology is known by name or read from a file", () => {
  expect(topologyOf("three").clusters).to.deep.equal(["Oslo", "Lima", "Kyoto"]);
  expect(topologyOf(file('{"name":"pair","clusters":["Rome","Bern"]}')).clusters).to.deep.equal(["Rome", "Bern"]);
});

for (const [claim, text, message] of [
  ["what is no JSON is told so", "{", "is not JSON"],
  ["a missing field is named", '{"name":"x"}', "clusters: "],
  ["an unknown field is named", '{"name":"x","clusters":["A"],"colour":1}', "colour"],
  ["a bad name is placed", '{"name":"x","clusters":["oslo"]}', "clusters.0: a name is letters only"],
  ["a name twice is refused", '{"name":"x","clusters":["A","A"]}', "a name of its own"],
  ["too many are refused", JSON.stringify({ name: "x", clusters: [..."ABCDEFGHIJ"] }), "clusters: "],
] as const) {
  test(claim, () => {
    expect(() => topologyOf(file(text))).to.throw(TopologyProblem, message);
  });
}

test("a name that nothing bears lists those there are", () => {
  expect(() => topologyOf("four")).to.throw(TopologyProblem, "one of: one, three");
});
