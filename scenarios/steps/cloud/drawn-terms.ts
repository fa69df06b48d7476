import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { type Sampler, samplerFrom } from "#harness/campaign/sampler.ts";
import { admits, ModelToken, type Terms } from "../../models/token-terms.ts";
import { instanceIn, loginIn, loginRequest } from "../../variants/evidence.ts";
import type { RehearsalWorld } from "../../world.ts";

const minute = 60;
const actions = 110;
/** Seconds before and after the end of a token in which no request is sent, because a few milliseconds decide there. */
const margin = 90;
/** Maximum difference of a lifetime, because time passes during a request. */
const toleranceSeconds = 10;

type Moment = "login" | "renewal" | "changed renewal" | "use";
type Comparison = Readonly<{ field: string; moment: Moment; isRight: boolean; what: string }>;
type Held = { readonly token: string; readonly model: ModelToken; terms: Terms };

const unset: Terms = {
  token_ttl: 0,
  token_max_ttl: 0,
  token_explicit_max_ttl: 0,
  token_period: 0,
  token_num_uses: 0,
  token_policies: [],
  token_no_default_policy: false,
  token_bound_cidrs: [],
};

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
  async function (this: RehearsalWorld, holder: string, cluster: string, seed: number, field: string) {
    await useRepeatedly(this, { holder, cluster, seed, field });
  },
);

/** Changes a role, logs in, uses and renews tokens, and records what the model expects of each response. */
async function useRepeatedly(world: RehearsalWorld, { holder, cluster, seed, field }: DrawnUses): Promise<void> {
  const drawTerms = termsFor[field as keyof Terms];
  if (!drawTerms) throw new Error(`${field} is not one of ${Object.keys(termsFor).join(", ")}`);
  const draw = samplerFrom(seed, `${instanceIn(holder) === undefined ? "user" : "instance"} ${field}`);
  const run = new DrawnTerms(world, cluster, holder);
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

Then(
  "at each {string} {word} has decided as the documents say",
  function (this: RehearsalWorld, moment: string, field: string) {
    const ours = (comparisons.get(this) ?? []).filter((one) => one.moment === moment && one.field === field);
    expect(ours, `results that ${field} decides at a ${moment}`).to.have.length.of.at.least(3);
    const wrong = ours.find(({ isRight }) => !isRight);
    if (wrong) expect.fail(wrong.what);
  },
);

/** Sends drawn requests, and compares each response with the model. */
class DrawnTerms {
  readonly comparisons: Comparison[] = [];
  readonly #world: RehearsalWorld;
  readonly #cluster: string;
  readonly #holder: string;
  #terms = unset;
  #tokens: Held[] = [];

  constructor(world: RehearsalWorld, cluster: string, holder: string) {
    this.#world = world;
    this.#cluster = cluster;
    this.#holder = holder;
  }

  get #now(): number {
    return this.#world.stage.now();
  }

  /** Changes the role. Drops the tokens for which the documents do not say what the change does. */
  async changeRole(terms: Terms): Promise<void> {
    const account = this.#world.stage.cloud.account;
    await this.#world.cluster(this.#cluster).write("auth/cloud/role/drawn", {
      ...(instanceIn(this.#holder)
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
    const words = `as "drawn"${instanceIn(this.#holder) ? ' with the nonce "a nonce of its own"' : ""}`;
    const request = await loginRequest(this.#world, this.#holder, loginIn(words));
    const reply = await this.#ask({ ...request, from });
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

  /** Uses or renews one of the tokens, unless its end is near. */
  async useOne(draw: Sampler, from: string, how: "renewal" | "use"): Promise<void> {
    if (this.#tokens.length === 0) return;
    const held = draw.one(this.#tokens.slice(-2));
    const left = held.model.left(this.#now);
    const due = held.model.lifetime(this.#terms, this.#now);
    if (Math.abs(left) < margin || (how === "renewal" && due.seconds < margin)) return;
    const refusal = held.model.use(from, this.#now);
    const path = how === "use" ? "auth/token/lookup-self" : "auth/token/renew-self";
    const request = { path, token: held.token, from, ...(how === "use" ? { method: "GET" as const } : { body: {} }) };
    const { status, body } = await this.#ask(request);
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

  /** Returns the field that could have refused an accepted request, or undefined. */
  #usual(terms: Terms): keyof Terms | undefined {
    if (terms.token_num_uses > 0) return "token_num_uses";
    return terms.token_bound_cidrs.length > 0 ? "token_bound_cidrs" : undefined;
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

  #ask(request: Omit<ApiRequest, "method"> & Partial<Pick<ApiRequest, "method">>): Promise<ApiReply> {
    return this.#world.cluster(this.#cluster).ask({ method: "POST", ...request });
  }
}
