import { suite, test } from "node:test";
import { expect } from "chai";
import { SteadyMap } from "./steady-map.ts";

suite("a steady map", () => {
  test("returns the value set last, and nothing for a deleted or unknown key", () => {
    const map = new SteadyMap<string, number>();
    map.delete("a");
    expect([map.has("a"), map.get("a"), map.size]).to.deep.equal([false, undefined, 0]);
    map.set("a", 1);
    map.set("a", 2);
    map.delete("b");
    expect([map.get("a"), map.has("b"), map.size]).to.deep.equal([2, false, 1]);
    map.set("b", 3);
    map.delete("a");
    expect([map.has("a"), map.get("b"), map.size]).to.deep.equal([false, 3, 1]);
    map.delete("b");
    expect([map.has("b"), map.size]).to.deep.equal([false, 0]);
  });

  test("equals a plain map after many changes, in the same order", () => {
    const map = new SteadyMap<number, number>();
    const plain = new Map<number, number>();
    for (let at = 0; at < 2000; at++) {
      for (const one of [map, plain]) {
        one.set(at % 300, at);
        one.delete((at * 7) % 411);
        if (at % 500 < 250) one.delete(at % 300);
      }
      expect(map.size).to.equal(plain.size);
    }
    expect([...map.keys()]).to.deep.equal([...plain.keys()]);
    for (const [key, value] of plain) expect(map.get(key)).to.equal(value);
    map.clear();
    expect([map.size, ...map.keys()]).to.deep.equal([0]);
  });
});
