import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import type { InstanceDescription } from "../provider-api/instance-description.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";
import type { InstanceBounds } from "../role/instance-rules.ts";
import { instanceBounds } from "../role/role-fields.ts";
import { requireBounds, requireRunning } from "./instance-bounds.ts";

const description: InstanceDescription = {
  id: "i-1",
  state: "running",
  imageId: "ami-1",
  vpcId: "vpc-1",
  subnetId: "subnet-1",
  profileArn: "arn:aws:iam::111122223333:instance-profile/team/web",
  ownerId: "111122223333",
  tags: new Map(),
};

const none = Object.fromEntries(instanceBounds.map((name) => [name, []])) as unknown as InstanceBounds;
const roleArn = "arn:aws:iam::111122223333:role/team/web";

function provider({
  instance = description as InstanceDescription | undefined,
  roles = [roleArn] as readonly string[],
} = {}) {
  const profiles: string[] = [];
  const unknown = () => Promise.reject(new Error("unexpected call"));
  const client: ProviderClient = {
    call: unknown,
    getUser: unknown,
    getRole: unknown,
    describeInstance: async () => instance,
    async rolesOfProfile(name) {
      profiles.push(name);
      return roles;
    },
  };
  return { client, profiles };
}

async function textOf(refused: Promise<unknown>): Promise<string> {
  const error = await refused.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error !== undefined) expect(error).to.be.instanceOf(Problem);
  return error instanceof Problem ? error.message : "";
}

function bound(bounds: Partial<InstanceBounds>, { instance = description, ...more } = {}, { client } = provider(more)) {
  const judged = { description: instance, accountId: "111122223333", region: "us-east-1" };
  return textOf(requireBounds(judged, { name: "web", bounds: { ...none, ...bounds }, client }));
}

suite("bounds on an instance", () => {
  for (const [list, right, wrong] of [
    ["bound_region", "us-east-1", "us-west-2"],
    ["bound_account_id", "111122223333", "210987654321"],
    ["bound_ami_id", "ami-1", "ami-2"],
    ["bound_ec2_instance_id", "i-1", "i-2"],
    ["bound_subnet_id", "subnet-1", "subnet-2"],
    ["bound_vpc_id", "vpc-1", "vpc-2"],
    ["bound_iam_instance_profile_arn", description.profileArn ?? "", "arn:aws:iam::111122223333:instance-profile/web"],
    ["bound_iam_role_arn", roleArn, "arn:aws:iam::111122223333:role/web"],
  ] as const) {
    test(`${list} must contain the property of the instance`, async () => {
      expect(await bound({ [list]: [right] })).to.equal("");
      expect(await bound({ [list]: [wrong, right] })).to.equal("");
      const refused = await bound({ [list]: [wrong] });
      expect(refused).to.contain('"web"').and.not.to.equal("");
      expect(await bound({ [list]: [right.slice(0, -1)] })).to.equal(refused);
    });
  }

  test("all bounds apply", async () => {
    expect(await bound({ bound_ami_id: ["ami-1"], bound_vpc_id: ["vpc-2"] })).to.contain('VPC ID "vpc-1"');
  });

  test("a trailing wildcard in the ARN of a profile or role matches all ARNs with that prefix, and other wildcards match none", async () => {
    const prefix = "arn:aws:iam::111122223333:";
    expect(await bound({ bound_iam_instance_profile_arn: [`${prefix}instance-profile/team/*`] })).to.equal("");
    expect(await bound({ bound_iam_role_arn: [`${prefix}role/*`] })).to.equal("");
    expect(await bound({ bound_iam_role_arn: [`${prefix}*/web`] })).to.contain("does not satisfy");
    expect(await bound({ bound_iam_role_arn: ["arn:aws:iam::210987654321:*"] })).to.contain("does not satisfy");
  });

  test("a property that the provider omits satisfies no bound", async () => {
    const instance = { ...description, subnetId: undefined, vpcId: undefined, profileArn: undefined };
    expect(await bound({ bound_subnet_id: ["subnet-1"] }, { instance })).to.contain("subnet ID in the instance");
    expect(await bound({ bound_vpc_id: ["vpc-1"] }, { instance })).to.contain("VPC ID in the instance");
    for (const list of ["bound_iam_instance_profile_arn", "bound_iam_role_arn"]) {
      expect(await bound({ [list]: ["arn:*"] }, { instance })).to.contain("IAM instance profile in the instance");
    }
    expect(await bound({ bound_ami_id: ["ami-1"] }, { instance })).to.equal("");
  });

  test("a profile without a role satisfies no bound on roles, and IAM is queried by the profile's name only for bounds on roles", async () => {
    const empty = provider({ roles: [] });
    expect(await bound({ bound_iam_role_arn: ["arn:*"] }, {}, empty)).to.contain("the instance profile has no role");
    expect(empty.profiles).to.deep.equal(["web"]);
    const unasked = provider();
    await bound({ bound_iam_instance_profile_arn: ["arn:*"] }, {}, unasked);
    expect(unasked.profiles).to.deep.equal([]);
  });
});

suite("a running instance", () => {
  const wanted = { instanceId: "i-1", accountId: "111122223333", region: "us-east-1" };
  const state = (instance: InstanceDescription | undefined) => requireRunning(provider({ instance }).client, wanted);

  test("exists, belongs to the account and is in state running", async () => {
    expect(await state(description)).to.deep.equal({ description, accountId: "111122223333", region: "us-east-1" });
    for (const other of ["pending", "stopping", "stopped", "terminated", undefined]) {
      expect(await textOf(state({ ...description, state: other }))).to.contain("not in 'running' state");
    }
    expect(await textOf(state({ ...description, ownerId: "210987654321" }))).to.contain("no instance found");
    expect(
      await textOf(requireRunning({ ...provider().client, describeInstance: async () => undefined }, wanted)),
    ).to.contain("no instance found");
  });
});
