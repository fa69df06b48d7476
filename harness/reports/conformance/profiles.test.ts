import { suite, test } from "node:test";
import { expect } from "chai";
import { readRequirements } from "#harness/reports/requirements.ts";
import { profileResults } from "./profile-results.ts";
import { featureOf, type ProfileName, profileOf, tagsOf } from "./profiles.ts";

const requirements = readRequirements();
const profileWith = (id: string) => {
  const requirement = requirements.get(id);
  if (!requirement) throw new Error(`${id} is no requirement`);
  return [profileOf(requirement), featureOf(requirement)];
};

suite("profiles", () => {
  for (const [id, profile, feature] of [
    ["CORE-LIST-01", "core", undefined],
    ["CORE-MOUNT-04", "core", undefined],
    ["DB-ROLE-08", "database", "time"],
    ["DB-CONFIG-01", "database", undefined],
    ["CLOUD-IAM-01", "cloud-iam", undefined],
    ["CLOUD-CLIENT-01", "cloud-iam", undefined],
    ["CLOUD-RESOLVE-02", "cloud-iam", "earlier-release"],
    ["CLOUD-EC2-01", "cloud-instances", undefined],
    ["CLOUD-TIDYCFG-02", "cloud-instances", undefined],
    ["CLOUD-CERT-01", "cloud-instances", undefined],
    ["REPL-DATA-01", "replication", undefined],
    ["REPL-PROMOTE-02", "replication", "three-clusters"],
  ] as const) {
    test(`${id} is in ${profile}${feature ? `, with ${feature}` : ""}`, () => {
      expect(profileWith(id)).to.deep.equal([profile, feature]);
    });
  }

  test("select the scenarios of their requirements", () => {
    const tags = tagsOf(["replication"], requirements.values()).split(" or ");
    expect(tags).to.include("@REPL-DATA-01").and.not.include("@DB-CONFIG-01");
    expect(tags.every((tag) => tag.startsWith("@REPL-"))).to.equal(true);
  });

  const resultsWith = (
    verdicts: Readonly<Record<string, "held" | "broken" | "not judged" | "not played">>,
    release = "1.14.9",
  ) =>
    profileResults(new Map(Object.entries(verdicts).map(([id, verdict]) => [id, { verdict }])), requirements, release);
  const repl: ProfileName = "replication";
  for (const [verdicts, result] of [
    [{ "REPL-DATA-01": "held", "REPL-DEMOTE-01": "held" }, "conformant"],
    [{ "REPL-DATA-01": "held", "REPL-DEMOTE-01": "not played" }, "partial"],
    [{ "REPL-DATA-01": "held", "REPL-DEMOTE-01": "not judged" }, "partial"],
    [{ "REPL-DATA-01": "broken", "REPL-DEMOTE-01": "not judged" }, "failed"],
  ] as const) {
    test(`are ${result} with ${Object.values(verdicts).join(" and ")}`, () => {
      expect(resultsWith(verdicts)[repl].result).to.equal(result);
    });
  }

  test("require only requirements that apply to the release of the target", () => {
    const verdicts = { "CLOUD-CERT-01": "held", "CLOUD-CERT-08": "not played" } as const;
    expect(resultsWith(verdicts, "1.14.9")["cloud-instances"].result).to.equal("conformant");
    expect(resultsWith(verdicts, "1.12.3")["cloud-instances"].result).to.equal("partial");
    const onlyInapplicable = resultsWith({ "CLOUD-CERT-08": "not played" }, "1.14.9");
    expect(onlyInapplicable["cloud-instances"].result).to.equal("partial");
    expect(resultsWith({ ...verdicts, "CLOUD-CERT-08": "broken" }, "1.14.9")["cloud-instances"].result).to.equal(
      "failed",
    );
  });

  test("judge an optional feature apart from the required requirements", () => {
    const { result, counts, features } = resultsWith({ "REPL-DATA-01": "held", "REPL-PROMOTE-02": "broken" })[repl];
    expect([result, counts.held, counts.broken]).to.deep.equal(["conformant", 1, 0]);
    expect(features["three-clusters"]).to.deep.include({ result: "failed" });
    expect(features).to.not.have.property("time");
  });
});
