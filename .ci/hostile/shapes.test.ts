import { suite, test } from "node:test";
import { expect } from "chai";
import { headShapes, lineShapes, lists, objects, rawBodies, scalars, texts } from "./shapes.ts";

const size = 60_000;

suite("hostile shapes", () => {
  for (const [kind, shapes] of Object.entries({ texts, scalars, lists, objects, lineShapes, headShapes })) {
    test(`${kind} have the requested length, are reproducible, and have unique names`, () => {
      for (const { name, of } of shapes) {
        const text = JSON.stringify(of(size));
        expect(Buffer.byteLength(text), name).to.be.within(size / 4, size * 1.1);
        expect(JSON.stringify(of(size)) === text, name).to.equal(true);
      }
      const names = shapes.map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
    });
  }

  test("invalid JSON bodies have the requested length", () => {
    for (const { name, of } of rawBodies) expect(Buffer.byteLength(of(size)), name).to.be.within(size / 4, size * 1.1);
  });
});
