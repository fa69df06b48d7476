import { suite, test } from "node:test";
import { expect } from "chai";
import { grown, logLength, maxLogLength } from "./entry.ts";

suite("a log that grows", () => {
  const whole = { first: 1, last: 100 };
  for (const [what, last, bounds, first] of [
    ["its length", logLength + 10, {}, 11],
    ["its bytes", 200, { floor: 150 }, 150],
    ["what a copy under way needs, which is kept", logLength + 10, { needed: 5 }, 6],
    ["its bytes, whatever a copy needs", logLength + 10, { floor: 15, needed: 5 }, 15],
    ["its greatest length, whatever a copy needs", maxLogLength + 10, { needed: 5 }, 11],
    ["nothing yet", 200, { needed: 150 }, 1],
  ] as const) {
    test(`is bounded by ${what}`, () => {
      const { span, excess } = grown(whole, last, bounds);
      expect(span).to.deep.equal({ first, last });
      expect(excess).to.deep.equal(first === 1 ? undefined : { after: 0, through: first - 1 });
    });
  }
});
