import { describe, test } from "node:test";
import { expect } from "chai";
import { type Capsule, readCapsule, writeCapsule } from "./capsule.ts";
import { expand } from "./expand.ts";
import { profiles } from "./profiles.ts";

const capsule: Capsule = {
  capsule: 1,
  release: "0.1.0",
  commit: "0123456789abcdef0123456789abcdef01234567",
  schedule: expand(5, profiles.usual),
  digest: "a".repeat(64),
  broken: { checker: "planned failover", event: 17, sentence: "acknowledged in Oslo at 12.4 s, missing in Lima" },
};

describe("a capsule", () => {
  test("is read as it was written", () => {
    expect(readCapsule(writeCapsule(capsule))).to.deep.equal(capsule);
  });

  for (const [text, why] of [
    ["", "it is not JSON, or is truncated"],
    [writeCapsule(capsule).slice(0, 300), "it is not JSON, or is truncated"],
    ["[]", "its field capsule must be 1, not undefined"],
    [JSON.stringify({ ...capsule, capsule: 2 }), "its field capsule must be 1, not 2"],
    [JSON.stringify({ ...capsule, digest: "x" }), "its field digest"],
    [
      JSON.stringify({
        ...capsule,
        schedule: { ...capsule.schedule, actions: [{ at: 1, by: "operator", do: "dance" }] },
      }),
      "its field schedule.actions.0",
    ],
  ] as const) {
    test(`is refused if it is invalid: ${why}`, () => {
      expect(() => readCapsule(text)).to.throw(why);
    });
  }
});
