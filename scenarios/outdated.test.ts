import { suite, test } from "node:test";
import { expect } from "chai";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { whyOutdated } from "./outdated.ts";

/** Setting of a stage on a target that reports this version and, with `release`, declares another one. */
function remoteSetting(version: string, release?: string): StageSetting {
  const target = release === undefined ? {} : { release };
  return { stage: "remote", target, probed: { clusters: [{ version }] } } as unknown as StageSetting;
}

const why = (tags: string, setting: StageSetting) =>
  whyOutdated(
    tags.split(" ").map((name) => ({ name })),
    setting,
  );

suite("a scenario on a target of another release", () => {
  const reason = "it applies until release 1.12; the target has 1.14.9";

  for (const [tags, version, release, expected] of [
    ["@CLOUD-CERT-08", "1.14.9", undefined, reason],
    ["@CLOUD-CERT-08 @CLOUD-CERT-08:pkcs7 @smoke", "1.14.9", undefined, reason],
    ["@CLOUD-CERT-08", "1.12.11", undefined, undefined],
    ["@CLOUD-CERT-08", "1.9.10", undefined, undefined],
    ["@CLOUD-CERT-08", "v2.0.1+ent", "1.12", undefined],
    ["@CLOUD-CERT-08", "1.12.0", "1.14.9", reason],
    ["@CLOUD-URL-01", "1.6.9", undefined, "it applies since release 1.7; the target has 1.6.9"],
    ["@CLOUD-URL-01", "1.10.0", undefined, undefined],
    // One requirement that applies is enough; rules of this project apply to all releases, and are no requirements.
    ["@CLOUD-CERT-08 @CLOUD-CERT-01", "1.14.9", undefined, undefined],
    ["@CLOUD-CERT-08 @OWN-CLOUD-01", "1.14.9", undefined, reason],
    ["@OWN-CLOUD-01", "1.14.9", undefined, undefined],
    ["@needs-cloud", "1.14.9", undefined, undefined],
    // The scenario starts the servers as an earlier release.
    ["@CLOUD-SHA1-04 @needs-old-release", "1.14.9", undefined, undefined],
    ["@CLOUD-SHA1-04", "1.14.9", undefined, reason],
  ] as const) {
    const servers = release === undefined ? version : `${version}, which implements ${release},`;
    test(`with ${tags}: ${servers} ${expected === undefined ? "plays it" : "does not play it"}`, () => {
      expect(why(tags, remoteSetting(version, release))).to.equal(expected);
    });
  }

  test("is played on other stages", () => {
    expect(why("@CLOUD-CERT-08", { stage: "simulated" } as StageSetting)).to.equal(undefined);
  });
});
