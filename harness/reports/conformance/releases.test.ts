import { suite, test } from "node:test";
import { expect } from "chai";
import { whyInapplicable } from "./releases.ts";

suite("the releases of a requirement", () => {
  for (const [since, until, release, reason] of [
    ["1.7", "", "1.7", undefined],
    ["1.7", "", "1.7.0", undefined],
    ["1.7", "", "1.10.2", undefined],
    ["1.7", "", "2.0.0-HEAD", undefined],
    ["1.7", "", "v1.14.9+ent", undefined],
    ["1.7", "", "1.6.9", "it applies since release 1.7; the target has 1.6.9"],
    ["1.12", "", "1.7.1", "it applies since release 1.12; the target has 1.7.1"],
    ["1.0.3", "", "1.0.2", "it applies since release 1.0.3; the target has 1.0.2"],
    ["1.0.3", "", "1.0", "it applies since release 1.0.3; the target has 1.0"],
    ["", "1.12", "1.12.9", undefined],
    ["", "1.12", "1.2", undefined],
    ["", "1.12", "1.13.0", "it applies until release 1.12; the target has 1.13.0"],
    ["", "1.12", "2.0", "it applies until release 1.12; the target has 2.0"],
    ["1.3", "1.12", "1.5", undefined],
    ["", "", "9.9", undefined],
    ["1.7", "", "dev", undefined],
  ] as const) {
    test(`from ${since || "the first"} to ${until || "the last"}: ${release} ${reason ? "does not" : "does"}`, () => {
      expect(whyInapplicable({ since, until }, release)).to.equal(reason);
    });
  }
});
