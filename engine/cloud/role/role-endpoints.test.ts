import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { cloudFixture } from "../fixture.suite.ts";
import { cloudProvider } from "../provider.ts";
import { readBack, refusalOf, unsetRole } from "./roles.suite.ts";

const anyone = "arn:aws:iam::111122223333:*";
const jane = "arn:aws:iam::111122223333:user/jane";
const plain = { bound_iam_principal_arn: anyone };

test("CLOUD-ROLE-12, CLOUD-RESOLVE-01, CLOUD-BIND-14, CLOUD-TOKEN-01: a role with one bound has defaults for all omitted fields", async () => {
  expect(await readBack(plain)).to.deep.equal({ ...unsetRole, auth_type: "iam", bound_iam_principal_arn: [anyone] });
});

test("field names depend on the type of the method", async () => {
  const fixture = cloudFixture({ provider: cloudProvider });
  await fixture.perform("write", "role/web", { bound_iam_principal_arn: jane, resolve_cloud_unique_ids: "false" });
  const role = (await fixture.perform("read", "role/web"))?.data ?? {};
  expect(role).to.include({ resolve_cloud_unique_ids: false, inferred_cloud_region: "" });
  expect(role).not.to.have.any.keys("resolve_aws_unique_ids", "inferred_aws_region");
});

test("CLOUD-ROLE-01, CLOUD-TOKEN-02: a role is read as written, with durations in seconds", async () => {
  const role = await readBack({
    ...plain,
    auth_type: "iam",
    token_ttl: "10m",
    token_max_ttl: 3600,
    token_explicit_max_ttl: "2h",
    token_period: "20s",
    token_policies: "a, b",
    token_bound_cidrs: ["10.0.0.1", "::1/128"],
    token_no_default_policy: true,
    token_num_uses: "3",
    token_type: "service",
  });
  expect(role).to.deep.include({
    token_ttl: 600,
    token_max_ttl: 3600,
    token_explicit_max_ttl: 7200,
    token_period: 20,
    token_policies: ["a", "b"],
    token_bound_cidrs: ["10.0.0.1", "::1/128"],
    token_no_default_policy: true,
    token_num_uses: 3,
    token_type: "service",
  });
});

test("CLOUD-ROLE-09: a list is an array or comma-separated text", async () => {
  const asText = await readBack({ bound_iam_principal_arn: `${anyone}, arn:aws:iam::999988887777:*` });
  expect(asText.bound_iam_principal_arn).to.deep.equal([anyone, "arn:aws:iam::999988887777:*"]);
  expect(asText).to.deep.equal(await readBack({ bound_iam_principal_arn: [anyone, "arn:aws:iam::999988887777:*"] }));
});

test("CLOUD-ROLE-02, -04, -05, -06: names are case-insensitive", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/Dev", { ...plain, token_ttl: 1 });
  await fixture.perform("write", "role/DEV", { token_ttl: 2 });
  await fixture.perform("write", "role/api", plain);
  for (const path of ["role", "roles"]) {
    expect(await fixture.perform("list", path)).to.deep.equal({ data: { keys: ["api", "dev"] } });
  }
  expect((await fixture.perform("read", "role/dEv"))?.data).to.include({ token_ttl: 2 });
  expect(await fixture.exists("role/deV", plain)).to.equal(true);
});

test("CLOUD-ROLE-03: a deleted role is absent, and may be deleted again", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/dev", plain);
  await fixture.perform("delete", "role/DEV");
  await fixture.perform("delete", "role/dev");
  expect((await fixture.refusal("read", "role/dev")).code).to.equal("absent");
  expect((await fixture.refusal("list", "roles")).code).to.equal("absent");
  expect(await fixture.exists("role/dev", plain)).to.equal(false);
});

test("an update keeps omitted fields and the role's id, and a role that is created again has another id", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/dev", { ...plain, token_ttl: 60, token_policies: "a" });
  const before = (await fixture.perform("read", "role/dev"))?.data;
  await fixture.perform("write", "role/dev", { token_ttl: 90 });
  expect((await fixture.perform("read", "role/dev"))?.data).to.deep.equal({ ...before, token_ttl: 90 });
  await fixture.perform("delete", "role/dev");
  await fixture.perform("write", "role/dev", plain);
  expect((await fixture.perform("read", "role/dev"))?.data?.role_id).not.to.equal(before?.role_id);
});

test("CLOUD-ROLE-07, -08: a role without any bound is refused, also by an update", async () => {
  const text = "at least one bound parameter should be specified on the role";
  expect(await refusalOf({})).to.equal(text);
  expect(await refusalOf({ token_ttl: 60 })).to.equal(text);
  expect(await refusalOf({ bound_iam_principal_arn: [] }, plain)).to.equal(text);
  expect(await refusalOf({ bound_iam_principal_arn: "" }, plain)).to.equal(text);
});

test("CLOUD-ROLE-13: auth_type is ec2 or iam, and cannot change", async () => {
  expect(await refusalOf({ ...plain, auth_type: "EC2x" })).to.equal("unrecognized auth_type: EC2x");
  expect(await refusalOf({ ...plain, auth_type: "" })).to.equal("unrecognized auth_type: ");
  expect(await refusalOf({ auth_type: "ec2" }, plain)).to.equal("changing auth_type on a role is not allowed");
});

const instanceBounds = ["account_id", "ami_id", "vpc_id", "subnet_id", "iam_role_arn", "iam_instance_profile_arn"]
  .concat("ec2_instance_id", "region")
  .map((name) => `bound_${name}`);

for (const bound of instanceBounds) {
  test(`CLOUD-BIND-01: ${bound} is refused on an iam role, at creation and at update`, async () => {
    const ways = bound === "bound_region" ? "ec2 auth_type" : "ec2 auth_type or inferring ec2_instance";
    const text = `specified ${bound} but not specifying ${ways}`;
    expect(await refusalOf({ ...plain, [bound]: "x" })).to.equal(text);
    expect(await refusalOf({ [bound]: ["x"] }, plain)).to.equal(text);
  });
}

test("settings of instances are refused on an iam role, even if they are false", async () => {
  for (const option of ["allow_instance_migration", "disallow_reauthentication"]) {
    const text = `specified ${option} when not using ec2 auth type`;
    expect(await refusalOf({ ...plain, [option]: false })).to.equal(text);
    expect(await refusalOf({ [option]: true }, plain)).to.equal(text);
  }
  expect(await refusalOf({ ...plain, role_tag: "k" })).to.equal(
    "tried to enable role_tag when not using ec2 auth method",
  );
});

test("CLOUD-INFER-02, -04: inferencing requires its only type and a region", async () => {
  const infer = { ...plain, inferred_entity_type: "ec2_instance" };
  expect(await refusalOf({ ...plain, inferred_entity_type: "x" })).to.equal(
    "specified invalid inferred_entity_type: x",
  );
  expect(await refusalOf(infer)).to.equal("specified inferred_entity_type but not inferred_aws_region");
  expect(await refusalOf({ ...plain, inferred_aws_region: "us-east-1" })).to.equal(
    "specified inferred_aws_region but not inferred_entity_type",
  );
});

test("CLOUD-INFER-04, -10: a role with inferencing has instance bounds, and its region cannot be cleared", async () => {
  const fixture = cloudFixture();
  const infer = { inferred_entity_type: "ec2_instance", inferred_aws_region: "us-east-1" };
  const bounds = Object.fromEntries(instanceBounds.map((name) => [name, ["x"]]));
  await fixture.perform("write", "role/dev", { ...infer, ...bounds });
  expect((await fixture.perform("read", "role/dev"))?.data).to.deep.include({ ...infer, ...bounds });
  const { message } = await fixture.refusal("write", "role/dev", { inferred_aws_region: "" });
  expect(message).to.equal("specified inferred_entity_type but not inferred_aws_region");
  await fixture.perform("write", "role/dev", { bound_region: "" });
  expect((await fixture.perform("read", "role/dev"))?.data).to.deep.include({ ...infer, ...bounds, bound_region: [] });
  expect(await refusalOf({ bound_iam_principal_arn: "" }, { ...plain, ...infer })).to.equal(
    "at least one bound parameter should be specified on the role",
  );
});

test("OWN-INFER-01: a role stops inferring only if its instance bounds are cleared as well", async () => {
  for (const bound of instanceBounds) {
    const fixture = cloudFixture();
    const infer = { inferred_entity_type: "ec2_instance", inferred_aws_region: "us-east-1" };
    await fixture.perform("write", "role/dev", { ...plain, ...infer, [bound]: ["x"] });
    const { message } = await fixture.refusal("write", "role/dev", { inferred_entity_type: "" });
    expect(message).to.contain(`specified ${bound} but not specifying ec2 auth_type`);
    expect((await fixture.perform("read", "role/dev"))?.data).to.deep.include({ ...infer, [bound]: ["x"] });
    await fixture.perform("write", "role/dev", { inferred_entity_type: "", [bound]: "" });
    expect((await fixture.perform("read", "role/dev"))?.data).to.include({ inferred_entity_type: "" });
  }
});

const credentials = { access_key: "AKIAOWN", secret_key: "5ecre7" };

function userReply(arn: string, uniqueId: string) {
  const user = `<Path>/</Path><UserName>x</UserName><UserId>${uniqueId}</UserId><Arn>${arn}</Arn>`;
  const body = `<GetUserResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><GetUserResult><User>${user}</User></GetUserResult></GetUserResponse>`;
  return { status: 200, contentType: "text/xml", body };
}

const noSuchEntity = {
  status: 404,
  contentType: "text/xml",
  body: "<ErrorResponse><Error><Code>NoSuchEntity</Code><Message>no such user</Message></Error><RequestId>r</RequestId></ErrorResponse>",
};

async function withIam(...replies: readonly (typeof noSuchEntity)[]) {
  const fixture = cloudFixture({ replies });
  await fixture.perform("write", "config/client", credentials);
  return fixture;
}

test("CLOUD-RESOLVE-06: an ARN that cannot be resolved is refused, also as the second of two", async () => {
  const text = `unable to resolve ARN "${jane}" to internal ID: `;
  expect(await refusalOf({ bound_iam_principal_arn: jane })).to.contain(`${text}NoCredentialProviders`);
  expect(await refusalOf({ bound_iam_principal_arn: [anyone, jane] })).to.contain(text);
  expect(await refusalOf({ bound_iam_principal_arn: jane }, plain)).to.contain(text);
  const fixture = await withIam(noSuchEntity);
  const { message } = await fixture.refusal("write", "role/dev", { bound_iam_principal_arn: jane });
  expect(message).to.equal(`${text}NoSuchEntity: no such user\n\tstatus code: 404, request id: r`);
  expect((await fixture.refusal("read", "role/dev")).code).to.equal("absent");
});

test("an ARN that is neither a user's nor a role's is not looked up", async () => {
  const whys = {
    jane: "unrecognized arn: contains 1 colon-separated parts, expected 6",
    "arn:aws:sts::111122223333:assumed-role/a/b": "unrecognized service: sts, not iam",
    "arn:aws:iam::111122223333:root": `unrecognized arn: "root" contains fewer than 2 slash-separated parts`,
    "arn:aws:iam::111122223333:group/a": `unrecognized error type "group"`,
    "arn:aws:iam::111122223333:user/": `unrecognized arn: "user/" has no name`,
    "nra:aws:iam::111122223333:user/a": `unrecognized arn: does not begin with "arn:" and a partition`,
  };
  for (const [arn, why] of Object.entries(whys)) {
    const fixture = await withIam(userReply(arn, "AIDA1"));
    const { message } = await fixture.refusal("write", "role/dev", { bound_iam_principal_arn: arn });
    expect(message).to.equal(`unable to resolve ARN "${arn}" to internal ID: ${why}`);
    expect(fixture.requests).to.deep.equal([]);
  }
});

test("CLOUD-RESOLVE-01, -11: an ARN is resolved only when it is written", async () => {
  const fixture = await withIam(userReply(jane, "AIDA1"), userReply(jane, "AIDA2"));
  const principalIds = async () => (await fixture.perform("read", "role/dev"))?.data?.bound_iam_principal_id;
  await fixture.perform("write", "role/dev", { bound_iam_principal_arn: [anyone, jane] });
  expect(await principalIds()).to.deep.equal(["AIDA1"]);
  await fixture.perform("write", "role/dev", { token_ttl: 60 });
  expect(await principalIds()).to.deep.equal(["AIDA1"]);
  await fixture.perform("write", "role/dev", { bound_iam_principal_arn: jane });
  expect(await principalIds()).to.deep.equal(["AIDA2"]);
  await fixture.perform("write", "role/dev", { bound_iam_principal_arn: anyone });
  expect(await principalIds()).to.deep.equal([]);
});

test("a user of the same name in another account or at another path is refused", async () => {
  const namesake = jane.replace(/\d{12}/, "999988887777");
  const fixture = await withIam(userReply(namesake, "AIDA1"));
  const { message } = await fixture.refusal("write", "role/dev", { bound_iam_principal_arn: jane });
  expect(message).to.equal(`unable to resolve ARN "${jane}" to internal ID: the user of that name is "${namesake}"`);
  const elsewhere = await withIam(userReply("arn:aws:iam::111122223333:user/a/Jane", "AIDA1"));
  const wrong = "arn:aws:iam::111122223333:user/b/Jane";
  expect((await elsewhere.refusal("write", "role/dev", { bound_iam_principal_arn: wrong })).message).to.contain(wrong);
  await elsewhere.perform("write", "role/dev", { bound_iam_principal_arn: "arn:aws:iam::111122223333:user/Jane" });
});

test("CLOUD-RESOLVE-07, -08, -09: the resolution can be enabled if it succeeds, and never disabled", async () => {
  const byArn = { bound_iam_principal_arn: jane, resolve_aws_unique_ids: false };
  expect(await refusalOf({ resolve_aws_unique_ids: true }, byArn)).to.contain(`unable to resolve ARN "${jane}"`);
  expect(await refusalOf({ resolve_aws_unique_ids: false }, plain)).to.equal(
    "changing resolve_aws_unique_ids from true to false is not allowed",
  );
  const fixture = await withIam(userReply(jane, "AIDA1"));
  await fixture.perform("write", "role/dev", byArn);
  expect(fixture.requests).to.deep.equal([]);
  await fixture.perform("write", "role/dev", { resolve_aws_unique_ids: true });
  expect((await fixture.perform("read", "role/dev"))?.data?.bound_iam_principal_id).to.deep.equal(["AIDA1"]);
});

test("CLOUD-RESOLVE-05, -10: a wildcard needs no resolution, and a role created again may disable it", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/dev", { ...plain, resolve_aws_unique_ids: false });
  await fixture.perform("write", "role/dev", { resolve_aws_unique_ids: true });
  await fixture.perform("delete", "role/dev");
  await fixture.perform("write", "role/dev", { bound_iam_principal_arn: jane, resolve_aws_unique_ids: false });
  expect((await fixture.perform("read", "role/dev"))?.data).to.include({ resolve_aws_unique_ids: false });
});

test("CLOUD-TOKEN-02, -11, -15, -18: inconsistent token settings are refused", async () => {
  const texts: readonly (readonly [JsonObject, string])[] = [
    [{ token_ttl: "2h", token_max_ttl: "1h" }, "'token_ttl' cannot be greater than 'token_max_ttl'"],
    [{ token_num_uses: -1 }, "'token_num_uses' cannot be negative"],
    [{ token_type: "bogus" }, `invalid 'token_type' value "bogus"`],
    [
      { token_type: "batch", token_period: 60 },
      "'token_type' cannot be 'batch' or 'default_batch' when set to generate periodic tokens",
    ],
    [
      { token_bound_cidrs: "10.0.0.0/8,bogus" },
      `error parsing address "bogus": Unable to convert "bogus" to an IPv4 or IPv6 address, or a UNIX Socket`,
    ],
    [{ token_period: "9999h" }, `period of "9999h0m0s" is greater than the backend's maximum lease TTL of "768h0m0s"`],
  ];
  for (const [fields, text] of texts) {
    expect(await refusalOf({ ...plain, ...fields })).to.equal(text);
    expect(await refusalOf(fields, plain)).to.equal(text);
  }
  expect(await refusalOf({ ...plain, token_ttl: "abc" })).to.contain('"token_ttl"');
});

test("an update is checked together with the fields that it keeps", async () => {
  const before = { ...plain, token_max_ttl: "1h" };
  expect(await refusalOf({ token_ttl: "2h" }, before)).to.equal("'token_ttl' cannot be greater than 'token_max_ttl'");
});

test("4.2: deprecated names of the reference set the token fields, and are returned as well", async () => {
  const times = { ttl: 60, max_ttl: 120, period: 30 };
  expect(await readBack({ ...plain, ttl: "1m", max_ttl: "2m", period: 30 })).to.deep.include({
    ...times,
    token_ttl: 60,
    token_max_ttl: 120,
    token_period: 30,
  });
  expect(await readBack(plain)).to.not.have.any.keys(times);
});

test("CLOUD-TOKEN-10: the deprecated policies set token_policies, which take precedence", async () => {
  expect(await readBack({ ...plain, policies: "a,b" })).to.deep.include({
    policies: ["a", "b"],
    token_policies: ["a", "b"],
  });
  const both = await readBack({ ...plain, policies: "a", token_policies: "b" });
  expect(both).to.deep.include({ policies: ["b"], token_policies: ["b"] });
  const fixture = cloudFixture();
  await fixture.perform("write", "role/dev", { ...plain, policies: "a" });
  await fixture.perform("write", "role/dev", { token_policies: "b" });
  expect((await fixture.perform("read", "role/dev"))?.data).not.to.have.property("policies");
});

test("a token_max_ttl above the mount's is stored with a warning", async () => {
  const fixture = cloudFixture();
  const warnings = [
    "Given max ttl of 35996400 seconds greater than current mount/system default of 2764800 seconds; max ttl will be capped at login time",
  ];
  expect(await fixture.perform("write", "role/dev", { ...plain, token_max_ttl: "9999h" })).to.deep.equal({ warnings });
  expect(await fixture.perform("write", "role/dev", { token_ttl: 1 })).to.deep.equal({ warnings });
});

test("CLOUD-TOKEN-08: policy names are stored in lower case", async () => {
  expect(await readBack({ ...plain, token_policies: "Ops,ROOT" })).to.deep.include({ token_policies: ["ops", "root"] });
});
