import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type Sampler, samplerFrom } from "#harness/campaign/sampler.ts";
import { signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { type BoundField, type Bounds, boundFields, type LoginFacts, refusingLists } from "../../models/role-bounds.ts";
import { serverId } from "../../variants/signed-evidence.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Probability that the list which decides has the value of the login, and that another list is set. */
const [haveValue, otherLists] = [0.5, 0.4] as const;
const logins = 24;

type DrawnInstance = Readonly<{ name: string; role: string; facts: LoginFacts }>;

/** IAM roles by instance profile. Each profile has the name of another profile's role. */
const profiles = { edge: "carrier", carrier: "edge-db", "edge-db": "edge" } as const;
const wishes = [
  { image: "ami-17", region: "us-east-1", vpc: "vpc-31", subnet: "subnet-51", profile: "edge" },
  { image: "ami-178", region: "us-east-1", vpc: "vpc-310", subnet: "subnet-52", profile: "carrier" },
  { image: "ami-18", region: "eu-west-1", vpc: "vpc-32", subnet: "subnet-510", profile: "edge-db" },
  { image: "ami-17", region: "eu-west-1", vpc: "vpc-310", subnet: "subnet-52", profile: "edge" },
] as const;

const drawnInstances = new WeakMap<RehearsalWorld, readonly DrawnInstance[]>();

Given(
  "{cluster} trusts four instances that differ in region, image, network and profile",
  async function (this: RehearsalWorld, cluster: string) {
    const { cloud } = this.stage;
    const cloud_public_cert = signerOf("eu-west-1", "rsa2048").certificate;
    await this.cluster(cluster).write("auth/cloud/config/certificate/eu-west-1", { cloud_public_cert });
    const arns = new Map<string, Readonly<{ profile: string; role: string }>>();
    for (const [profile, role] of Object.entries(profiles)) {
      const created = await cloud.createRole(role);
      this.clouds.roles.set(role, created);
      arns.set(profile, { profile: await cloud.createProfile(profile, role), role: created.arn });
    }
    const drawn: DrawnInstance[] = [];
    for (const [index, wish] of wishes.entries()) {
      const instance = await cloud.runInstance(wish);
      const name = `drawn-${index + 1}`;
      this.instances.note(name, { instance, pendingTime: this.stage.now() });
      const { profile = "", role = "" } = arns.get(wish.profile) ?? {};
      const facts: LoginFacts = {
        bound_ami_id: wish.image,
        bound_account_id: instance.account,
        bound_region: wish.region,
        bound_vpc_id: wish.vpc,
        bound_subnet_id: wish.subnet,
        bound_iam_role_arn: role,
        bound_iam_instance_profile_arn: profile,
        bound_ec2_instance_id: instance.id,
        bound_iam_principal_arn: role,
      };
      drawn.push({ name, role: profiles[wish.profile], facts });
    }
    drawnInstances.set(this, drawn);
  },
);

type Finding = Readonly<{ bounds: Bounds; instance: string; refusing: readonly string[]; status: number }>;

const findings = new WeakMap<RehearsalWorld, Readonly<{ wrong: readonly Finding[]; refused: number; let: number }>>();

When(
  "the instances log in to {cluster} with roles drawn by seed {int}, in which {word} decides",
  async function (this: RehearsalWorld, cluster: string, seed: number, field: string) {
    await logInRepeatedly(this, { cluster, seed, field, isInferred: false });
  },
);

When(
  "the sessions of the instances log in to {cluster} with roles drawn by seed {int}, in which {word} decides",
  async function (this: RehearsalWorld, cluster: string, seed: number, field: string) {
    await logInRepeatedly(this, { cluster, seed, field, isInferred: true });
  },
);

type DrawnLogins = Readonly<{ cluster: string; seed: number; field: string; isInferred: boolean }>;

/** Logs in with drawn roles, and records the results that the model does not expect. */
async function logInRepeatedly(
  world: RehearsalWorld,
  { cluster, seed, field, isInferred }: DrawnLogins,
): Promise<void> {
  const all = drawnInstances.get(world) ?? [];
  const usable = boundFields.filter((one) => isInferred || one !== "bound_iam_principal_arn");
  const focus = usable.find((one) => one === field);
  if (focus === undefined) throw new Error(`${field} is not one of ${usable.join(", ")}`);
  const draw = samplerFrom(seed, `${isInferred ? "instances' sessions" : "instances"} ${field}`);
  const wrong: Finding[] = [];
  const count = { refused: 0, let: 0 };
  for (let login = 0; login < logins; login++) {
    const { name, role, facts } = draw.one(all);
    const values = (of: BoundField) => all.map((one) => one.facts[of] ?? "");
    const list = (of: BoundField, share: number) => drawList(draw, facts[of] ?? "", values(of), share, of);
    const bounds: Bounds = Object.fromEntries(
      usable.map((of) => [of, of === focus ? list(of, haveValue) : draw.chance(otherLists) ? list(of, 1) : []]),
    );
    const attempt = async (lists: Bounds) => {
      const general = isInferred && (lists.bound_iam_principal_arn ?? []).length === 0;
      const anyone = [`arn:aws:iam::${world.stage.cloud.account}:*`];
      await world.cluster(cluster).write("auth/cloud/role/drawn", {
        ...Object.fromEntries(usable.map((of) => [of, lists[of] ?? []])),
        ...(isInferred
          ? { inferred_entity_type: "ec2_instance", inferred_cloud_region: facts.bound_region }
          : { auth_type: "ec2" }),
        ...(general ? { bound_iam_principal_arn: anyone } : {}),
        ...(isInferred ? { resolve_cloud_unique_ids: false } : {}),
      });
      return await statusOfLogin(world, { cluster, name, role: isInferred ? role : undefined });
    };
    const refusing = refusingLists(bounds, facts);
    const status = await attempt(bounds);
    if (refusing.length > 0) count.refused += 1;
    else count.let += 1;
    if ((status === 200) === (refusing.length === 0)) continue;
    // Another list may have decided wrongly. Another row of the examples finds that.
    const alone = { [focus]: bounds[focus] ?? [] };
    const isOurs = refusing.length === 1 || ((await attempt(alone)) === 200) !== (refusing.length === 0);
    if (isOurs) wrong.push({ bounds, instance: name, refusing, status });
  }
  findings.set(world, { wrong, ...count });
}

Then("each login has succeeded if and only if no list of its role refuses it", function (this: RehearsalWorld) {
  const { wrong = [], refused = 0, let: admitted = 0 } = findings.get(this) ?? {};
  expect(refused, "logins that a list refuses").to.be.at.least(3);
  expect(admitted, "logins that no list refuses").to.be.at.least(3);
  const [first] = wrong;
  const lists = Object.entries(first?.bounds ?? {}).filter(([, list]) => list.length > 0);
  const role = lists.map(([field, list]) => `${field}=${list.join(",")}`).join(", ");
  const expected = first?.refusing.length ? `${first.refusing.join(" and ")} must refuse it` : "no list refuses it";
  if (first) expect.fail(`a login of ${first.instance} got status ${first.status}, but ${expected}: ${role}`);
});

/** Returns a list that has the value, a part of it before a wildcard, or only similar values. */
function drawList(
  draw: Sampler,
  value: string,
  values: readonly string[],
  share: number,
  field: BoundField,
): readonly string[] {
  const isArn = field.endsWith("_arn");
  const near = [`${value}0`, value.slice(0, -1), `${value.slice(0, -2)}*0`, value.toUpperCase()];
  const similar = [...values, ...near].filter((one) => one !== value);
  // Values without wildcards must not act as prefixes either.
  if (!isArn) similar.push(`${value.slice(0, -1)}*`, "*");
  const right = isArn && draw.chance(0.4) ? `${value.slice(0, -draw.integer(1, 3))}*` : value;
  const others = Array.from({ length: draw.integer(0, 2) }, () => draw.one(similar));
  if (!draw.chance(share)) return [draw.one(similar), ...others];
  const at = draw.integer(0, others.length);
  return [...others.slice(0, at), right, ...others.slice(at)];
}

async function statusOfLogin(
  world: RehearsalWorld,
  { cluster, name, role }: Readonly<{ cluster: string; name: string; role: string | undefined }>,
): Promise<number> {
  const identity = world.instances.identity(name);
  const body =
    role === undefined
      ? { pkcs7: identity.rsa2048, nonce: `nonce of ${name}` }
      : { ...(await signCallerIdentity(await sessionRequest(world, name, role))) };
  const path = "auth/cloud/login";
  const { status } = await world.cluster(cluster).ask({ method: "POST", path, body: { ...body, role: "drawn" } });
  return status;
}

async function sessionRequest(world: RehearsalWorld, name: string, role: string) {
  const { cloud } = world.stage;
  const key = await cloud.assumeRole(role, world.instances.named(name).instance.id);
  return { key, url: cloud.url, region: stsRegion, date: world.stage.now(), serverId };
}
