import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { mergePatch } from "./merge-patch.ts";

const parsed = (text: string) => JSON.parse(text) as JsonObject;

suite("a merge patch", () => {
  test("removes, merges and replaces members, and keeps the order of the others", () => {
    const merged = mergePatch(parsed('{"a":1,"b":{"c":1,"d":2},"e":[1],"f":{"g":1}}'), {
      b: { c: null, x: { y: null, z: 1 } },
      a: null,
      e: [2],
      f: 3,
      n: {},
    });
    expect(JSON.stringify(merged)).to.equal('{"b":{"d":2,"x":{"z":1}},"e":[2],"f":3,"n":{}}');
  });

  test("takes members of any name", () => {
    const merged = mergePatch(parsed('{"constructor":{"a":1}}'), parsed('{"__proto__":{"a":1},"toString":{"b":2}}'));
    expect(JSON.stringify(merged)).to.equal('{"constructor":{"a":1},"__proto__":{"a":1},"toString":{"b":2}}');
  });

  test("handles patches that are nested more deeply than any request body", () => {
    const levels = 20_000;
    let patch: JsonObject = { left: null, new: 1 };
    for (let level = 0; level < levels; level += 1) patch = { a: patch };
    let merged = mergePatch(mergePatch({}, patch), patch);
    for (let level = 0; level < levels; level += 1) merged = merged.a as JsonObject;
    expect(merged).to.deep.equal({ new: 1 });
  });
});
