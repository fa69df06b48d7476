import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type Sampler, samplerFrom } from "#harness/campaign/sampler.ts";
import { type BoundField, type Bounds, boundFields, type LoginFacts, refusingLists } from "../../models/role-bounds.ts";
import { loginIn, loginRequest } from "../../variants/evidence.ts";
import type { RehearsalWorld } from "../../world.ts";
import { beginSession } from "./principals.ts";

/** Probability that the list which decides has the value of the login, and that another list is set. */
const [haveValue, otherLists] = [0.5, 0.4] as const;
const logins = 24;

/** Returns the IAM role of an instance. */
function roleOf({ clouds, instances }: RehearsalWorld, name: string): string {
  const { profile } = instances.named(name).options;
  return [...clouds.profiles].find((one) => one[1] === profile)?.[0] ?? "";
}

/** Returns the values of an instance with which the lists of a role are compared. */
function factsOf(world: RehearsalWorld, name: string): LoginFacts {
  const { instance, options } = world.instances.named(name);
  const { arn } = world.clouds.role(roleOf(world, name));
  return {
    bound_ami_id: instance.image,
    bound_account_id: instance.account,
    bound_region: instance.region,
    bound_vpc_id: options.vpc ?? "",
    bound_subnet_id: options.subnet ?? "",
    bound_iam_role_arn: arn,
    bound_iam_instance_profile_arn: `arn:aws:iam::${instance.account}:instance-profile/${options.profile}`,
    bound_ec2_instance_id: instance.id,
    bound_iam_principal_arn: arn,
  };
}

type DrawnLogins = Readonly<{ names: string; cluster: string; seed: number; field: string; isInferred: boolean }>;
type Finding = Readonly<{ bounds: Bounds; instance: string; refusing: readonly string[]; status: number }>;

const findings = new WeakMap<RehearsalWorld, Readonly<{ wrong: readonly Finding[]; refused: number }>>();

When(
  "the instances {string} log in to {cluster} with roles drawn by seed {int}, in which {word} decides",
  async function (this: RehearsalWorld, names: string, cluster: string, seed: number, field: string) {
    await logInRepeatedly(this, { names, cluster, seed, field, isInferred: false });
  },
);

When(
  "sessions of the instances {string} log in to {cluster} with roles drawn by seed {int}, in which {word} decides",
  async function (this: RehearsalWorld, names: string, cluster: string, seed: number, field: string) {
    await logInRepeatedly(this, { names, cluster, seed, field, isInferred: true });
  },
);

/** Logs in with drawn roles, and records the results that the model does not expect. */
async function logInRepeatedly(world: RehearsalWorld, drawn: DrawnLogins): Promise<void> {
  const { field, isInferred, seed } = drawn;
  const all = drawn.names.split(", ").map((name) => ({ name, facts: factsOf(world, name) }));
  const usable = boundFields.filter((one) => isInferred || one !== "bound_iam_principal_arn");
  const focus = usable.find((one) => one === field);
  if (focus === undefined) throw new Error(`${field} is not one of ${usable.join(", ")}`);
  const draw = samplerFrom(seed, `${isInferred ? "instances' sessions" : "instances"} ${field}`);
  const wrong: Finding[] = [];
  let refused = 0;
  for (let login = 0; login < logins; login++) {
    const { name, facts } = draw.one(all);
    const values = (of: BoundField) => all.map((one) => one.facts[of] ?? "");
    const list = (of: BoundField, share: number) => drawList(draw, facts[of] ?? "", values(of), share, of);
    const bounds: Bounds = Object.fromEntries(
      usable.map((of) => [of, of === focus ? list(of, haveValue) : draw.chance(otherLists) ? list(of, 1) : []]),
    );
    const attempt = async (lists: Bounds) => {
      await writeRole(world, drawn, { ...Object.fromEntries(usable.map((of) => [of, []])), ...lists }, facts);
      return await statusOfLogin(world, drawn, name);
    };
    const refusing = refusingLists(bounds, facts);
    const status = await attempt(bounds);
    if (refusing.length > 0) refused += 1;
    if ((status === 200) === (refusing.length === 0)) continue;
    // Another list may have decided wrongly. Another row of the examples finds that.
    const alone = { [focus]: bounds[focus] ?? [] };
    const isOurs = refusing.length === 1 || ((await attempt(alone)) === 200) !== (refusing.length === 0);
    if (isOurs) wrong.push({ bounds, instance: name, refusing, status });
  }
  findings.set(world, { wrong, refused });
}

async function writeRole(
  world: RehearsalWorld,
  { cluster, isInferred }: DrawnLogins,
  bounds: Bounds,
  { bound_region }: LoginFacts,
): Promise<void> {
  const anyone = [`arn:aws:iam::${world.stage.cloud.account}:*`];
  const kind = isInferred
    ? { inferred_entity_type: "ec2_instance", inferred_cloud_region: bound_region, resolve_cloud_unique_ids: false }
    : { auth_type: "ec2" };
  const isGeneral = isInferred && (bounds.bound_iam_principal_arn ?? []).length === 0;
  const general = isGeneral ? { bound_iam_principal_arn: anyone } : {};
  await world.cluster(cluster).write("auth/cloud/role/drawn", { ...bounds, ...kind, ...general });
}

Then("each login has succeeded if and only if no list of its role refuses it", function (this: RehearsalWorld) {
  const { wrong = [], refused = 0 } = findings.get(this) ?? {};
  expect(refused, "logins that a list refuses").to.be.within(3, logins - 3);
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

async function statusOfLogin(world: RehearsalWorld, drawn: DrawnLogins, name: string): Promise<number> {
  const nonce = drawn.isInferred ? "" : ` with the nonce "nonce of ${name}"`;
  const holder = drawn.isInferred ? name : `the instance "${name}"`;
  if (drawn.isInferred) await beginSession(world, name, roleOf(world, name), world.instances.named(name).instance.id);
  const request = await loginRequest(world, holder, loginIn(`as "drawn"${nonce}`));
  return (await world.cluster(drawn.cluster).ask(request)).status;
}
