import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { cloudFixture, evidence } from "../fixture.suite.ts";
import { roles } from "./role.ts";
import { instanceBounds } from "./role-fields.ts";
import { readBack, refusalOf, unsetRole } from "./roles.suite.ts";

const plain = { auth_type: "ec2", bound_ami_id: "ami-1" };

suite("a role for instances", () => {
  test("CLOUD-BIND-14, CLOUD-TAGKEY-01, CLOUD-MIGR-01: has defaults for all omitted fields", async () => {
    expect(await readBack(plain)).to.deep.equal({ ...unsetRole, auth_type: "ec2", bound_ami_id: ["ami-1"] });
  });

  for (const bound of instanceBounds) {
    test(`CLOUD-ROLE-01, -09: ${bound} alone suffices, as an array or as comma-separated text`, async () => {
      const asArray = await readBack({ auth_type: "ec2", [bound]: ["a", "b*"] });
      expect(asArray[bound]).to.deep.equal(["a", "b*"]);
      expect(await readBack({ auth_type: "ec2", [bound]: "a, ,b*,a" })).to.deep.equal(asArray);
    });

    test(`an update without ${bound} keeps it`, async () => {
      const role = await readBack({ auth_type: "ec2", [bound]: "a" }, { token_ttl: 60 });
      expect(role).to.deep.include({ [bound]: ["a"], token_ttl: 60 });
    });
  }

  test("CLOUD-ROLE-01: stores its settings of tags and reauthentication", async () => {
    const settings = { role_tag: "SvcRole", disallow_reauthentication: true, token_policies: ["a"] };
    expect(await readBack({ ...plain, ...settings })).to.deep.include(settings);
    const migrating = { disallow_reauthentication: false, allow_instance_migration: true, role_tag: "" };
    expect(await readBack({ ...plain, ...settings }, migrating)).to.deep.include(migrating);
  });

  test("CLOUD-ROLE-07, -08: is refused without any bound, also by an update", async () => {
    const text = "at least one bound parameter should be specified on the role";
    expect(await refusalOf({ auth_type: "ec2" })).to.equal(text);
    expect(await refusalOf({ auth_type: "ec2", role_tag: "k" })).to.equal(text);
    expect(await refusalOf({ bound_ami_id: [] }, plain)).to.equal(text);
    expect(await refusalOf({ bound_ami_id: "" }, plain)).to.equal(text);
  });

  test("CLOUD-ROLE-13: keeps its auth_type", async () => {
    expect(await refusalOf({ auth_type: "iam" }, plain)).to.equal("changing auth_type on a role is not allowed");
    expect(await refusalOf({ auth_type: "" }, plain)).to.equal("unrecognized auth_type: ");
    expect(await readBack(plain, { auth_type: "ec2", token_ttl: 1 })).to.include({ auth_type: "ec2", token_ttl: 1 });
  });

  test("CLOUD-PRINC-03, CLOUD-INFER-03: has no settings for principals", async () => {
    const refusals: readonly (readonly [JsonObject, string])[] = [
      [
        { bound_iam_principal_arn: "arn:aws:iam::111122223333:user/ada" },
        "specified bound_iam_principal_arn but not specifying iam auth_type",
      ],
      [
        { bound_iam_principal_arn: "arn:aws:iam::111122223333:*" },
        "specified bound_iam_principal_arn but not specifying iam auth_type",
      ],
      [{ inferred_entity_type: "ec2_instance" }, "specified inferred_entity_type but didn't allow iam auth_type"],
      [{ inferred_aws_region: "eu-west-3" }, "specified inferred_aws_region but not inferred_entity_type"],
    ];
    for (const [fields, text] of refusals) {
      expect(await refusalOf({ ...plain, ...fields })).to.equal(text);
      expect(await refusalOf(fields, plain)).to.equal(text);
    }
  });

  test("CLOUD-MIGR-06, -07: cannot both allow migration and disallow reauthentication", async () => {
    const [migration, once] = [{ allow_instance_migration: true }, { disallow_reauthentication: true }];
    const text = "cannot specify both disallow_reauthentication=true and allow_instance_migration=true";
    expect(await refusalOf({ ...plain, ...migration, ...once })).to.equal(text);
    expect(await refusalOf(migration, { ...plain, ...once })).to.equal(text);
    expect(await refusalOf(once, { ...plain, ...migration })).to.equal(text);
  });

  test("has a tag key of at most the provider's length", async () => {
    expect(await readBack({ ...plain, role_tag: "k".repeat(127) })).to.include({ role_tag: "k".repeat(127) });
    const text = "length of role tag exceeds the EC2 key limit of 127 characters";
    expect(await refusalOf({ ...plain, role_tag: "k".repeat(128) })).to.equal(text);
    expect(await refusalOf({ role_tag: "k".repeat(128) }, plain)).to.equal(text);
  });

  test("cannot disable the resolution of ids, like any role", async () => {
    const text = "changing resolve_aws_unique_ids from true to false is not allowed";
    expect(await refusalOf({ resolve_aws_unique_ids: false }, plain)).to.equal(text);
    const byArn = { ...plain, resolve_aws_unique_ids: false };
    expect(await readBack(byArn)).to.include({ resolve_aws_unique_ids: false });
  });

  test("has its token settings checked like any role", async () => {
    const text = "'token_ttl' cannot be greater than 'token_max_ttl'";
    expect(await refusalOf({ ...plain, token_ttl: 2, token_max_ttl: 1 })).to.equal(text);
  });

  test("admits no principal", async () => {
    const fixture = cloudFixture();
    await fixture.perform("write", "role/web", plain);
    const { message, status } = await fixture.refusal("write", "login", { ...evidence(), role: "web" });
    expect([status, message]).to.deep.equal([400, "auth method iam not allowed for role web"]);
  });

  test("keeps its secret when it is updated, and has a new secret when it is created again", async () => {
    const fixture = cloudFixture();
    const secret = async () => {
      const role = await roles.read(fixture.storage, "web");
      return role?.authType === "ec2" ? role.tagSecret : undefined;
    };
    await fixture.perform("write", "role/web", plain);
    const first = await secret();
    expect(first).to.match(/^[\w-]{43}$/);
    await fixture.perform("write", "role/web", { role_tag: "k", token_ttl: 5 });
    expect(await secret()).to.equal(first);
    await fixture.perform("delete", "role/web");
    await fixture.perform("write", "role/web", plain);
    expect(await secret()).to.match(/^[\w-]{43}$/);
    expect(await secret()).not.to.equal(first);
  });
});
