import { expect } from "chai";
import { type Sampler, samplerFrom } from "#harness/campaign/sampler.ts";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { Then, When } from "../define.ts";
import { type BoundField, type Bounds, boundFields, type LoginFacts, refusingLists } from "../models/role-bounds.ts";
import { admits, ModelToken, type Terms, unset } from "../models/token-terms.ts";
import { instanceIn, loginIn, loginRequest } from "../variants/evidence.ts";
import type { RehearsalWorld } from "../world.ts";
import { beginSession } from "./instances.ts";

/** Probability that the list which decides has the value of the login, and that another list is set. */
const [haveValue, otherLists] = [0.5, 0.4] as const;
const logins = 24;

function roleOf({ clouds, instances }: RehearsalWorld, name: string): string {
  const { profile } = instances.named(name).options;
  return [...clouds.profiles].find((one) => one[1] === profile)?.[0] ?? "";
}

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
  async function (names, cluster, seed, field) {
    await logInRepeatedly(this, { names, cluster, seed, field, isInferred: false });
  },
);

When(
  "sessions of the instances {string} log in to {cluster} with roles drawn by seed {int}, in which {word} decides",
  async function (names, cluster, seed, field) {
    await logInRepeatedly(this, { names, cluster, seed, field, isInferred: true });
  },
);

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

async function writeRole(world: RehearsalWorld, drawn: DrawnLogins, bounds: Bounds, { bound_region }: LoginFacts) {
  const { cluster, isInferred } = drawn;
  const anyone = [`arn:aws:iam::${world.stage.cloud.account}:*`];
  const kind = isInferred
    ? { inferred_entity_type: "ec2_instance", inferred_cloud_region: bound_region, resolve_cloud_unique_ids: false }
    : { auth_type: "ec2" };
  const isGeneral = isInferred && (bounds.bound_iam_principal_arn ?? []).length === 0;
  const role = { ...bounds, ...kind, ...(isGeneral && { bound_iam_principal_arn: anyone }) };
  await world.cluster(cluster).write("auth/cloud/role/drawn", role);
}

Then("some logins have succeeded and some were refused, each as the bounds of its role require", function () {
  const { wrong = [], refused = 0 } = findings.get(this) ?? {};
  expect(refused, "logins that a list refuses").to.be.within(3, logins - 3);
  const [first] = wrong;
  const lists = Object.entries(first?.bounds ?? {}).filter(([, list]) => list.length > 0);
  const role = lists.map(([field, list]) => `${field}=${list.join(",")}`).join(", ");
  const expected = first?.refusing.length ? `${first.refusing.join(" and ")} must refuse it` : "no list refuses it";
  if (first) expect.fail(`a login of ${first.instance} got status ${first.status}, but ${expected}: ${role}`);
});

function drawList(draw: Sampler, value: string, values: readonly string[], share: number, field: BoundField) {
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

const minute = 60;
const actions = 110;
/** Seconds before and after the end of a token in which no request is sent, because a few milliseconds decide there. */
const margin = 90;
/** Maximum difference of a lifetime, because time passes during a request. */
const toleranceSeconds = 10;

type Moment = "login" | "renewal" | "changed renewal" | "use";
type Comparison = Readonly<{ field: string; moment: Moment; isRight: boolean; what: string }>;
type Held = { readonly token: string; readonly model: ModelToken; terms: Terms };

/** Draws terms in which often the named field, and not another one, determines the result. `cap` is constant in a run. */
const termsFor: Readonly<Partial<Record<keyof Terms, (draw: Sampler, cap: number) => Partial<Terms>>>> = {
  token_ttl: (draw, cap) => ({
    token_ttl: draw.integer(8, 31) * minute,
    token_max_ttl: draw.one([0, 240 * minute]),
    token_explicit_max_ttl: cap,
  }),
  token_max_ttl: (draw, cap) => ({
    token_ttl: draw.one([0, draw.integer(21, 34) * minute]),
    token_max_ttl: draw.integer(35, 75) * minute,
    token_explicit_max_ttl: cap,
  }),
  token_explicit_max_ttl: (draw) => ({
    token_ttl: draw.one([0, draw.integer(21, 34) * minute]),
    token_max_ttl: draw.one([0, 240 * minute]),
    token_explicit_max_ttl: draw.integer(35, 75) * minute,
  }),
  token_period: (draw, cap) => ({
    token_ttl: draw.one([0, 50 * minute]),
    token_period: draw.integer(6, 33) * minute,
    token_explicit_max_ttl: cap,
  }),
  token_num_uses: (draw) => ({ token_ttl: 55 * minute, token_num_uses: draw.one([0, 1, 2, 4]) }),
  token_policies: (draw) => ({
    token_ttl: draw.integer(8, 31) * minute,
    token_policies: draw.some(["drawing", "painting", "drawing-more"]),
    token_no_default_policy: draw.chance(0.5),
  }),
  token_bound_cidrs: (draw) => ({
    token_ttl: 55 * minute,
    token_bound_cidrs: draw.one([
      [],
      ["127.0.0.1/32"],
      ["127.0.0.2/32"],
      ["127.0.0.0/31", "10.0.0.0/8"],
      ["10.0.0.0/8", "127.0.0.2/31"],
      ["127.0.0.0/30"],
    ]),
  }),
};

const comparisons = new WeakMap<RehearsalWorld, readonly Comparison[]>();

type DrawnUses = Readonly<{ holder: string; cluster: string; seed: number; field: string }>;

When(
  "logins of {holder} in {cluster}, drawn by seed {int}, are used and renewed under a changing role in which {word} decides",
  async function (holder, cluster, seed, field) {
    await useRepeatedly(this, { holder, cluster, seed, field });
  },
);

async function useRepeatedly(world: RehearsalWorld, drawn: DrawnUses): Promise<void> {
  const { holder, seed, field } = drawn;
  const drawTerms = termsFor[field as keyof Terms];
  if (!drawTerms) throw new Error(`${field} is not one of ${Object.keys(termsFor).join(", ")}`);
  const draw = samplerFrom(seed, `${instanceIn(holder) === undefined ? "user" : "instance"} ${field}`);
  const run = new DrawnTerms(world, drawn);
  const cap = draw.one([0, 250 * minute]);
  const redraw = async () => await run.changeRole({ ...unset, ...drawTerms(draw, cap) });
  await redraw();
  for (let action = 0; action < actions; action++) {
    const address = `127.0.0.${draw.integer(1, 2)}`;
    const chosen = draw.weighted({ change: 1, login: 2, renewal: 3, use: 2, pass: 2 });
    if (chosen === "change") await redraw();
    else if (chosen === "login") await run.logIn(address);
    else if (chosen === "pass") await world.stage.pass(draw.integer(3, 16) * minute * 1000);
    else await run.useOne(draw, address, chosen);
  }
  comparisons.set(world, run.comparisons);
}

Then("at each {string} {word} has decided as the documents say", function (moment, field) {
  const ours = (comparisons.get(this) ?? []).filter((one) => one.moment === moment && one.field === field);
  expect(ours, `results that ${field} decides at a ${moment}`).to.have.length.of.at.least(3);
  const wrong = ours.find(({ isRight }) => !isRight);
  if (wrong) expect.fail(wrong.what);
});

class DrawnTerms {
  readonly comparisons: Comparison[] = [];
  readonly #world: RehearsalWorld;
  readonly #drawn: DrawnUses;
  #terms = unset;
  #tokens: Held[] = [];

  constructor(world: RehearsalWorld, drawn: DrawnUses) {
    this.#world = world;
    this.#drawn = drawn;
  }

  get #cluster(): ClusterActor {
    return this.#world.cluster(this.#drawn.cluster);
  }

  get #now(): number {
    return this.#world.stage.now();
  }

  /** Changes the role. Drops the tokens for which the documents do not say what the change does. */
  async changeRole(terms: Terms): Promise<void> {
    const account = this.#world.stage.cloud.account;
    await this.#cluster.write("auth/cloud/role/drawn", {
      ...(instanceIn(this.#drawn.holder)
        ? { auth_type: "ec2", bound_account_id: account }
        : { bound_iam_principal_arn: `arn:aws:iam::${account}:user/*` }),
      ...terms,
    });
    const isOpen = (before: Terms) =>
      before.token_period !== terms.token_period || before.token_explicit_max_ttl !== terms.token_explicit_max_ttl;
    this.#tokens = this.#tokens.filter((held) => !isOpen(held.terms));
    this.#terms = terms;
  }

  async logIn(from: string): Promise<void> {
    const terms = this.#terms;
    const words = `as "drawn"${instanceIn(this.#drawn.holder) ? ' with the nonce "a nonce of its own"' : ""}`;
    const request = await loginRequest(this.#world, this.#drawn.holder, loginIn(words));
    const reply = await this.#cluster.ask({ ...request, from });
    const { auth } = reply.body ?? {};
    if (terms.token_bound_cidrs.length > 0)
      this.#compare({ field: "token_bound_cidrs", moment: "login" }, admits(terms, from), reply.status === 200, from);
    if (!auth) return;
    const model = new ModelToken(terms, this.#now);
    const { seconds, by } = model.lifetime(terms, this.#now);
    this.#compareSeconds({ field: by, moment: "login" }, seconds, auth.lease_duration);
    const policies = [...((auth.policies ?? []) as readonly string[])].sort().join(", ");
    this.#compare({ field: "token_policies", moment: "login" }, [...model.policies].sort().join(", "), policies, "");
    model.renewed(Number(auth.lease_duration), this.#now);
    this.#tokens.push({ token: String(auth.client_token), model, terms });
  }

  async useOne(draw: Sampler, from: string, how: "renewal" | "use"): Promise<void> {
    if (this.#tokens.length === 0) return;
    const held = draw.one(this.#tokens.slice(-2));
    const left = held.model.left(this.#now);
    const due = held.model.lifetime(this.#terms, this.#now);
    if (Math.abs(left) < margin || (how === "renewal" && due.seconds < margin)) return;
    const refusal = held.model.use(from, this.#now);
    const [method, path] = how === "use" ? (["GET", "lookup-self"] as const) : (["POST", "renew-self"] as const);
    const asked = { method, path: `auth/token/${path}`, token: held.token, from };
    const { status, body } = await this.#cluster.ask(how === "use" ? asked : { ...asked, body: {} });
    const decides = refusal === "end" ? "token_ttl" : (refusal ?? this.#usual(held.terms));
    if (decides) this.#compare({ field: decides, moment: "use" }, refusal === undefined, status === 200, from);
    if (refusal !== undefined || status !== 200) {
      this.#tokens = this.#tokens.filter((one) => one !== held || refusal === "token_bound_cidrs");
      return;
    }
    if (how === "use") return;
    const moment = held.terms === this.#terms ? "renewal" : "changed renewal";
    this.#compareSeconds({ field: due.by, moment }, due.seconds, body?.auth?.lease_duration);
    held.model.renewed(Number(body?.auth?.lease_duration), this.#now);
  }

  #usual({ token_num_uses, token_bound_cidrs }: Terms): keyof Terms | undefined {
    if (token_num_uses > 0) return "token_num_uses";
    return token_bound_cidrs.length > 0 ? "token_bound_cidrs" : undefined;
  }

  #compareSeconds(place: Pick<Comparison, "field" | "moment">, expected: number, actual: unknown): void {
    const isRight = Math.abs(Number(actual) - expected) <= toleranceSeconds;
    const what = `${place.field} gives ${expected} s at a ${place.moment}, but the lifetime is ${actual} s`;
    this.comparisons.push({ ...place, isRight, what: `${what}: ${JSON.stringify(this.#terms)}` });
  }

  #compare(place: Pick<Comparison, "field" | "moment">, expected: unknown, actual: unknown, from: string): void {
    const what = `by ${place.field}, the ${place.moment} from ${from || "anywhere"} must give ${expected}, not ${actual}`;
    this.comparisons.push({ ...place, isRight: expected === actual, what: `${what}: ${JSON.stringify(this.#terms)}` });
  }
}
