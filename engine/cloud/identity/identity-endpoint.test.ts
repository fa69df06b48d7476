import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type CloudFixtureOptions, cloudFixture, evidence, identityReply } from "../fixture.suite.ts";
import { cloudProvider } from "../provider.ts";
import { chosenMetadata } from "./identity-configuration.ts";

const path = "config/identity";
const unconfigured = {
  iam_alias: "role_id",
  iam_metadata: ["account_id", "auth_type"],
  ec2_alias: "role_id",
  ec2_metadata: ["account_id", "auth_type"],
};
const session = "arn:aws:sts::111122223333:assumed-role/WebApp/s-1";

async function readBack(fields: JsonObject, options?: CloudFixtureOptions) {
  const fixture = cloudFixture(options);
  await fixture.perform("write", path, fields);
  return (await fixture.perform("read", path))?.data;
}

async function issued(fields: JsonObject) {
  const fixture = cloudFixture({ replies: [identityReply(session, { userId: "AROAWEB:s-1" })] });
  await fixture.perform("write", "role/webapp", { bound_iam_principal_arn: "arn:aws:iam::111122223333:*" });
  await fixture.perform("write", path, fields);
  await fixture.perform("write", "login", evidence());
  return fixture.issued[0];
}

test("CLOUD-IDENT-02, -14, -15: a mount without a configuration returns the defaults", async () => {
  expect((await cloudFixture().perform("read", path))?.data).to.deep.equal(unconfigured);
});

test("CLOUD-IDENT-01: the configuration is read as written, and omitted fields remain", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, { iam_alias: "unique_id", ec2_metadata: "region,ami_id" });
  await fixture.perform("write", path, { ec2_alias: "image_id", iam_metadata: [] });
  expect((await fixture.perform("read", path))?.data).to.deep.equal({
    iam_alias: "unique_id",
    iam_metadata: [],
    ec2_alias: "image_id",
    ec2_metadata: ["region", "ami_id"],
  });
});

test("CLOUD-IDENT-21: default alone restores the defaults", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, { iam_metadata: "client_arn", ec2_metadata: "" });
  await fixture.perform("write", path, { iam_metadata: ["default"], ec2_metadata: "default" });
  expect((await fixture.perform("read", path))?.data).to.deep.equal(unconfigured);
});

test("CLOUD-IDENT-03, -04, -22, -23: an invalid setting is refused with its field name and changes nothing", async () => {
  const fixture = cloudFixture();
  const selectable =
    "account_id, auth_type, canonical_arn, client_arn, client_user_id, inferred_aws_region, inferred_entity_id, inferred_entity_type";
  const refused: readonly (readonly [JsonObject, string])[] = [
    [{ iam_alias: "bogus" }, `iam_alias of "bogus" not in set of allowed values: [role_id unique_id full_arn]`],
    [{ iam_alias: "" }, `iam_alias of "" not in set of allowed values: [role_id unique_id full_arn]`],
    [
      { ec2_alias: "unique_id" },
      `ec2_alias of "unique_id" not in set of allowed values: [role_id instance_id image_id]`,
    ],
    [
      { iam_metadata: ["default", "canonical_arn"] },
      `["canonical_arn" "default"] contains default - default can't be used in combination with other fields`,
    ],
    [{ iam_metadata: "bogus" }, `"bogus" contains an unavailable field, please select from "${selectable}"`],
    [
      { ec2_metadata: "client_arn" },
      `"client_arn" contains an unavailable field, please select from "account_id, ami_id, auth_type, instance_id, region"`,
    ],
  ];
  for (const [fields, text] of refused) {
    const { code, message } = await fixture.refusal("write", path, { iam_alias: "full_arn", ...fields });
    expect([code, message]).to.deep.equal(["refused", text]);
  }
  expect((await fixture.perform("read", path))?.data).to.deep.equal(unconfigured);
});

test("the field name of the inferred region depends on the mount's type", async () => {
  const fields = { iam_metadata: "inferred_cloud_region" };
  expect(await readBack(fields, { provider: cloudProvider })).to.include.deep.keys("iam_metadata");
  expect((await cloudFixture().refusal("write", path, fields)).code).to.equal("refused");
});

test("CLOUD-IDENT-07, -09: the alias is the configured property", async () => {
  const role = await issued({});
  expect(role?.alias?.name).to.equal(role?.internal.role_id);
  expect((await issued({ iam_alias: "unique_id" }))?.alias?.name).to.equal("AROAWEB");
  expect((await issued({ iam_alias: "full_arn" }))?.alias?.name).to.equal(session);
});

test("CLOUD-IDENT-17, -20, -24: token and alias have the chosen metadata, and the token also has the role id", async () => {
  const chosen = {
    canonical_arn: "arn:aws:iam::111122223333:role/WebApp",
    client_arn: session,
    client_user_id: "AROAWEB",
  };
  const request = await issued({ iam_metadata: Object.keys(chosen) });
  expect(request?.alias?.metadata).to.deep.equal(chosen);
  expect(request?.metadata).to.deep.equal({ ...chosen, role_id: request?.internal.role_id });
  const none = await issued({ iam_metadata: [] });
  expect(none?.alias?.metadata).to.deep.equal({});
  expect(Object.keys(none?.metadata ?? {})).to.deep.equal(["role_id"]);
});

test("empty metadata are omitted even if they are chosen", () => {
  expect(chosenMetadata(["region", "ami_id"], { region: "", ami_id: "ami-1", other: "x" })).to.deep.equal({
    ami_id: "ami-1",
  });
});
