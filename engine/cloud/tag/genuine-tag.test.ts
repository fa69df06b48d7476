import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { cloudFixture } from "../fixture.suite.ts";
import { readTagValue, tagValue } from "./genuine-tag.ts";
import { parseRoleTag, plainRoleTag, type RoleTag } from "./role-tag.ts";

const tag: RoleTag = {
  nonce: "AQEBAQEBAQE=",
  role: "web",
  disallowReauthentication: true,
  allowInstanceMigration: false,
  policies: ["a", "b"],
  instanceId: "i-1",
  maxTtlSeconds: 3600,
};
const plain = "v1:AQEBAQEBAQE=:r=web:d=true:m=false:p=a,b:i=i-1:t=3600";

async function fixture() {
  const fixture = cloudFixture();
  for (const name of ["web", "api"]) {
    await fixture.perform("write", `role/${name}`, { auth_type: "ec2", bound_ami_id: "ami-1", role_tag: "SvcRole" });
  }
  await fixture.perform("write", "role/people", { bound_iam_principal_arn: "arn:aws:iam::111122223333:*" });
  const make = async (role: string, fields = {}) =>
    String((await fixture.perform("write", `role/${role}/tag`, fields))?.data?.tag_value);
  return {
    ...fixture,
    make,
    read: (value: string) => readTagValue(value, { storage: fixture.storage, cryptography }),
    async refusalOf(value: string): Promise<string> {
      try {
        await readTagValue(value, { storage: fixture.storage, cryptography });
      } catch (error) {
        expect(error).to.be.instanceOf(Problem).with.property("status", 400);
        return (error as Problem).message;
      }
      throw new Error(`${value} passed`);
    },
  };
}

suite("the text of a tag", () => {
  test("is formatted as by the reference, and parsed again", () => {
    expect(plainRoleTag(tag)).to.equal(plain);
    expect(parseRoleTag(plain)).to.deep.equal(tag);
  });

  test("CLOUD-TAG-06: contains only its role by default", () => {
    const least = "v1:AQEBAQEBAQE=:r=web:d=false:m=false";
    const { policies: _, ...rest } = tag;
    const minimal = { ...rest, disallowReauthentication: false, instanceId: "", maxTtlSeconds: 0 };
    expect(plainRoleTag(minimal)).to.equal(least);
    expect(parseRoleTag(least)).to.deep.equal(minimal);
    expect(parseRoleTag(`${least}:p=`)).to.deep.equal({ ...minimal, policies: [] });
    expect(plainRoleTag({ ...minimal, policies: [] })).to.equal(`${least}:p=`);
  });

  for (const [what, text] of [
    ["nothing", ""],
    ["no separators", "v1"],
    ["no role", "v1:n:d=false:m=false"],
    ["another order", "v1:n:d=false:r=web:m=false"],
    ["a duplicate item", "v1:n:r=web:r=api:d=false:m=false"],
    ["an unknown item", "v1:n:r=web:d=false:m=false:x=1"],
    ["an empty item", "v1:n:r=web:d=false:m=false:i="],
    ["another notation of a boolean", "v1:n:r=web:d=1:m=false"],
    ["another notation of a number", "v1:n:r=web:d=false:m=false:t=1e3"],
    ["an empty policy", "v1:n:r=web:d=false:m=false:p=a,,b"],
  ] as const) {
    test(`is not parsed with ${what}`, () => {
      expect(() => parseRoleTag(text)).to.throw(Problem, "invalid tag");
    });
  }

  test("is not parsed with a later version", () => {
    expect(() => parseRoleTag(plain.replace("v1", "v2"))).to.throw(Problem, "invalid role tag version");
  });
});

suite("the value of a tag", () => {
  test("ends in an HMAC under the role's secret", () => {
    const value = tagValue(tag, { tagSecret: "secret" }, cryptography);
    expect(value).to.equal(`${plain}:${cryptography.hmac("secret", plain).toBase64()}`);
  });

  test("is parsed to its tag and its role", async () => {
    const { make, read } = await fixture();
    const { tag: found, role } = await read(await make("web", { instance_id: "I-1", max_ttl: "1h" }));
    expect(found).to.include({ role: "web", instanceId: "i-1", maxTtlSeconds: 3600 });
    expect(role).to.include({ authType: "ec2", tagKey: "SvcRole" });
  });

  test("CLOUD-TAG-15: is refused if it is altered or truncated", async () => {
    const { make, read, refusalOf } = await fixture();
    const value = await make("web", { instance_id: "i-1", max_ttl: 60 });
    await read(value);
    for (let at = 0; at < value.length; at++) {
      const other = value[at] === "A" ? "B" : "A";
      await refusalOf(value.slice(0, at) + other + value.slice(at + 1));
      await refusalOf(value.slice(0, at));
    }
    for (const padded of [`${value}=`, `${value}A`, ` ${value}`, value.replace(/=$/, ""), value.replace(/.$/, " =")]) {
      await refusalOf(padded);
    }
    expect(await refusalOf(value.replace("t=60", "t=61"))).to.equal("role tag signature verification failed");
    expect(await refusalOf(value.replace(":t=60", ""))).to.equal("role tag signature verification failed");
  });

  test("has one form: the unused last bits of its HMAC are 0", async () => {
    const { make, refusalOf } = await fixture();
    const value = await make("web");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const last = letters.indexOf(value.at(-2) ?? "");
    expect(await refusalOf(`${value.slice(0, -2)}${letters[last + 1]}=`)).to.equal(
      "role tag signature verification failed",
    );
  });

  test("CLOUD-TAG-14: is refused for another role", async () => {
    const { make, refusalOf } = await fixture();
    const value = await make("web");
    expect(await refusalOf(value.replace("r=web", "r=api"))).to.equal("role tag signature verification failed");
  });

  test("is refused if it is signed with another key", async () => {
    const { refusalOf } = await fixture();
    expect(await refusalOf(tagValue(tag, { tagSecret: "web" }, cryptography))).to.equal(
      "role tag signature verification failed",
    );
  });

  test("becomes invalid with its role, even if a role of the same name is created", async () => {
    const { make, perform, refusalOf } = await fixture();
    const value = await make("web");
    await perform("delete", "role/web");
    expect(await refusalOf(value)).to.equal(`entry not found for "web"`);
    await perform("write", "role/web", { auth_type: "ec2", bound_ami_id: "ami-1", role_tag: "SvcRole" });
    expect(await refusalOf(value)).to.equal("role tag signature verification failed");
  });

  test("is refused for a role of principals", async () => {
    const { refusalOf } = await fixture();
    const value = tagValue({ ...tag, role: "people" }, { tagSecret: "" }, cryptography);
    expect(await refusalOf(value)).to.equal(`entry not found for "people"`);
  });

  test("is refused without parsing if it is too long", async () => {
    const { make, refusalOf } = await fixture();
    expect(await refusalOf(`${await make("web")}${"A".repeat(200)}`)).to.equal("invalid tag");
    expect(await refusalOf("text")).to.equal("invalid tag");
  });
});
