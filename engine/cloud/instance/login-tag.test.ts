import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { cloudFixture } from "../fixture.suite.ts";
import { type InstanceRole, roles } from "../role/role.ts";
import { loginTag } from "./login-tag.ts";

async function fixture() {
  const { perform, storage } = cloudFixture();
  const write = (path: string, fields: JsonObject = {}) => perform("write", path, fields);
  const usual = { auth_type: "ec2", bound_ami_id: "ami-1", token_policies: "a,b" };
  await write("role/web", { ...usual, role_tag: "SvcRole" });
  await write("role/api", { ...usual, role_tag: "SvcRole" });
  await write("role/plain", usual);
  return {
    write,
    remove: (path: string) => perform("delete", path, {}),
    make: async (role: string, fields: JsonObject = {}) =>
      String((await write(`role/${role}/tag`, fields))?.data?.tag_value),
    async judged(name: string, tags: Readonly<Record<string, string>>, id = "i-1") {
      const role = (await roles.read(storage, name)) as InstanceRole;
      const instance = {
        id,
        tags: new Map(Object.entries(tags)),
        state: "running",
        imageId: "ami-1",
        vpcId: undefined,
        subnetId: undefined,
        profileArn: undefined,
        ownerId: undefined,
      };
      return loginTag(instance, { name, role }, { storage, cryptography });
    },
  };
}

async function refusal(judged: Promise<unknown>): Promise<string> {
  const error = await judged.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).to.be.instanceOf(Problem).with.property("code", "refused");
  return (error as Problem).message;
}

suite("the tag of an instance that logs in", () => {
  test("narrows its role", async () => {
    const { make, judged } = await fixture();
    const value = await make("web", { policies: ["a"], max_ttl: "1h" });
    expect(await judged("web", { SvcRole: value })).to.include({ role: "web", maxTtlSeconds: 3600 });
  });

  test("is ignored by a role without tags", async () => {
    const { make, judged } = await fixture();
    expect(await judged("plain", { SvcRole: await make("web") })).to.equal(undefined);
  });

  test("must exist under the role's key and must not be empty", async () => {
    const { make, judged } = await fixture();
    const value = await make("web");
    for (const tags of [{}, { SvcRole: "" }, { Other: value }, { svcrole: value }]) {
      expect(await refusal(judged("web", tags))).to.equal('missing tag with key "SvcRole" on the instance');
    }
  });

  test("is refused if it is of another role or altered", async () => {
    const { make, judged } = await fixture();
    const other = await make("api");
    expect(await refusal(judged("web", { SvcRole: other }))).to.contain("not matching the role");
    expect(await refusal(judged("web", { SvcRole: other.replace("r=api", "r=web") }))).to.contain(
      "verification failed",
    );
  });

  test("for one instance is valid for that instance only, whatever the case of its id", async () => {
    const { make, judged } = await fixture();
    const value = await make("web", { instance_id: "i-0AB" });
    expect(await judged("web", { SvcRole: value }, "i-0ab")).to.include({ instanceId: "i-0ab" });
    expect(await refusal(judged("web", { SvcRole: value }, "i-0abc"))).to.contain("unauthorized instance");
  });

  test("is refused while it is on the deny list", async () => {
    const { make, judged, write, remove } = await fixture();
    const value = await make("web");
    await write(`roletag-denylist/${value}`);
    expect(await refusal(judged("web", { SvcRole: value }))).to.equal("role tag is deny listed");
    await remove(`roletag-denylist/${value}`);
    expect(await judged("web", { SvcRole: value })).to.include({ role: "web" });
  });

  test("is refused if it has a policy that its role no longer has", async () => {
    const { make, judged, write } = await fixture();
    const value = await make("web", { policies: ["a", "b"] });
    await write("role/web", { token_policies: "a" });
    expect(await refusal(judged("web", { SvcRole: value }))).to.contain("must be subset of policies on the role");
  });
});
