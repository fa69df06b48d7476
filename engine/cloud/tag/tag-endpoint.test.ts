import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { cloudFixture } from "../fixture.suite.ts";

const tagged = { auth_type: "ec2", bound_ami_id: "ami-1", role_tag: "SvcRole", token_policies: "A,b,c:d,e" };

async function fixture(fields: JsonObject = {}) {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/web", { ...tagged, ...fields });
  const make = (request: JsonObject = {}, role = "web") => fixture.perform("write", `role/${role}/tag`, request);
  return {
    ...fixture,
    make,
    value: async (request?: JsonObject) => String((await make(request))?.data?.tag_value),
    async refusalOf(request: JsonObject, role = "web"): Promise<string> {
      const problem = await fixture.refusal("write", `role/${role}/tag`, request);
      expect(problem.status).to.equal(400);
      return problem.message;
    },
  };
}

const [nonce, hmac] = ["[A-Za-z0-9+/]{11}=", "[A-Za-z0-9+/]{43}="];

suite("a new tag", () => {
  test("CLOUD-TAG-01, -06: is returned with its key and its shortest value", async () => {
    const { make } = await fixture();
    const answer = await make();
    expect(answer).to.have.all.keys("data");
    expect(answer?.data).to.have.all.keys("tag_key", "tag_value");
    expect(answer?.data?.tag_key).to.equal("SvcRole");
    expect(answer?.data?.tag_value).to.match(new RegExp(`^v1:${nonce}:r=web:d=false:m=false:${hmac}$`));
  });

  test("contains the requested settings", async () => {
    const { value } = await fixture({ allow_instance_migration: true });
    const settings = { policies: "b, a,B", instance_id: "I-0A", max_ttl: "1h", allow_instance_migration: true };
    expect(await value(settings)).to.match(
      new RegExp(`^v1:${nonce}:r=web:d=false:m=true:p=a,b:i=i-0a:t=3600:${hmac}$`),
    );
    expect(await value({ disallow_reauthentication: true })).to.contain(":d=true:m=false:");
  });

  test("CLOUD-ROLE-06: is created for a role name in any case", async () => {
    const { make } = await fixture();
    expect(String((await make({}, "WeB"))?.data?.tag_value)).to.contain(":r=web:");
  });

  test("has no policies if the list is empty, and those of the role if it is omitted", async () => {
    const { value } = await fixture();
    for (const policies of [[], ""]) expect(await value({ policies })).to.contain(":m=false:p=:");
    expect(await value({ policies: null })).not.to.contain(":p=");
  });

  test("has a different value each time", async () => {
    const { value } = await fixture();
    expect(await value()).not.to.equal(await value());
  });

  test("can be part of a path", async () => {
    const { value } = await fixture();
    // One of 256 nonces would consist of slashes.
    for (let i = 0; i < 256; i++) expect(await value()).not.to.contain("//");
  });

  test("CLOUD-TAG-02: requires an existing role with a tag key", async () => {
    const { perform, refusalOf } = await fixture();
    expect(await refusalOf({}, "none")).to.equal("entry not found for role none");
    await perform("write", "role/web", { role_tag: "" });
    expect(await refusalOf({})).to.equal("tag creation is not enabled for this role");
    await perform("write", "role/people", { bound_iam_principal_arn: "arn:aws:iam::111122223333:*" });
    expect(await refusalOf({}, "people")).to.equal("tag creation is not enabled for this role");
  });

  test("CLOUD-TAG-03: has only policies of its role", async () => {
    const { refusalOf } = await fixture();
    const text = (name: string) =>
      `policies on the role tag must be subset of policies on the role: "${name}" is none of them`;
    expect(await refusalOf({ policies: ["a", "z"] })).to.equal(text("z"));
    expect(await refusalOf({ policies: "default" })).to.equal(text("default"));
  });

  test("CLOUD-TAG-10: cannot both allow migration and disallow reauthentication", async () => {
    const { refusalOf } = await fixture({ allow_instance_migration: true });
    expect(await refusalOf({ allow_instance_migration: true, disallow_reauthentication: true })).to.equal(
      "cannot set both disallow_reauthentication and allow_instance_migration",
    );
  });

  test("is refused if an item contains a separator or a control character", async () => {
    const { refusalOf } = await fixture();
    const text = (field: string, item: string) =>
      `${field}: ${item} cannot stand on a role tag: on a role tag there can be no colons, commas or control characters`;
    expect(await refusalOf({ instance_id: "i-1:t=9" })).to.equal(text("instance_id", `"i-1:t=9"`));
    expect(await refusalOf({ instance_id: "i\n" })).to.equal(text("instance_id", `"i\\n"`));
    expect(await refusalOf({ policies: ["c:d"] })).to.equal(text("policies", `"c:d"`));
  });

  test("is refused if it is too long for the provider", async () => {
    const { refusalOf, value } = await fixture();
    const room = 255 - (await value()).length - ":i=".length;
    expect(await value({ instance_id: "i".repeat(room) })).to.have.length(255);
    expect(await refusalOf({ instance_id: "i".repeat(room + 1) })).to.equal(
      "role tag 'value' exceeding the limit of 255 characters",
    );
  });

  test("is refused for an invalid max_ttl", async () => {
    const { refusalOf } = await fixture();
    for (const max_ttl of [-1, "soon"]) expect(await refusalOf({ max_ttl })).to.contain(`field "max_ttl"`);
  });

  test("causes warnings about settings that its role or mount limits", async () => {
    const { make } = await fixture({ token_max_ttl: "2h" });
    const warnings = async (request: JsonObject) => (await make(request))?.warnings;
    const capped = "seconds, and will be capped at login time.";
    expect(await warnings({ max_ttl: "2h" })).to.equal(undefined);
    expect(await warnings({ max_ttl: "3h" })).to.deep.equal([
      `Given max TTL of 10800 is greater than the role maximum of 7200 ${capped}`,
    ]);
    expect(await warnings({ max_ttl: "9999h", allow_instance_migration: true })).to.deep.equal([
      "Role does not allow instance migration. Login will not be allowed with this tag unless the role value is updated.",
      `Given max TTL of 35996400 is greater than the mount maximum of 2764800 ${capped}`,
      `Given max TTL of 35996400 is greater than the role maximum of 7200 ${capped}`,
    ]);
  });
});
