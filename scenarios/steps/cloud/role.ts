import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import { personNames } from "../../names.ts";
import type { RehearsalWorld } from "../../world.ts";
import { otherThan } from "./other-account.ts";

type Fields = Readonly<Record<string, unknown>>;

type Place = Readonly<{ name: string; cluster: string }>;

async function writeRole(world: RehearsalWorld, { name, cluster }: Place, fields: Fields): Promise<void> {
  await world.cluster(cluster).write(`auth/cloud/role/${name}`, fields);
  await world.secondariesCaughtUp(cluster);
}

async function tryToWrite(world: RehearsalWorld, who: string, { name, cluster }: Place, body: Fields): Promise<void> {
  await world.tryAs(who, cluster, { method: "POST", path: `auth/cloud/role/${name}`, body });
}

/** Returns the field that binds a role to all users of the account whose path begins with `path`. */
function usersBelow(world: RehearsalWorld, path: string) {
  return { bound_iam_principal_arn: `arn:aws:iam::${world.stage.cloud.account}:user/${path}*` };
}

Given(
  "the role {string} in {cluster} for every user of the account, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, cluster: string, policies: string, minutes: number) {
    await writeRole(
      this,
      { name, cluster },
      { ...usersBelow(this, ""), token_policies: policies, token_ttl: minutes * 60 },
    );
  },
);

Given(
  "the role {string} in {cluster} for the users below {string}, with the policies {string} for {int} minutes",
  async function (
    this: RehearsalWorld,
    name: string,
    cluster: string,
    path: string,
    policies: string,
    minutes: number,
  ) {
    await writeRole(
      this,
      { name, cluster },
      { ...usersBelow(this, path), token_policies: policies, token_ttl: minutes * 60 },
    );
  },
);

Given(
  "the role {string} in {cluster} only for the user {person}, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, cluster: string, who: string, policies: string, minutes: number) {
    const bound = { bound_iam_principal_arn: this.clouds.user(who).arn, resolve_cloud_unique_ids: false };
    await writeRole(this, { name, cluster }, { ...bound, token_policies: policies, token_ttl: minutes * 60 });
  },
);

/** Functions that return an ARN that is similar to a given one, by their description in steps. */
const nearly: Readonly<Record<string, (arn: string) => string>> = {
  "one letter more": (arn) => `${arn}x`,
  "one letter less": (arn) => arn.slice(0, -1),
  "another account": (arn) => arn.replace(/\d{12}/, otherThan),
  "another partition": (arn) => arn.replace(/^arn:[^:]*/, "$&-cn"),
  "capital letters": (arn) =>
    arn.replace(/[^/]+$/, (name) => name.toUpperCase().replace(/^./, (first) => first.toLowerCase())),
  "a role for a user": (arn) => arn.replace(":user/", ":role/"),
};

/** Writes a role that is bound to exactly these ARNs. The service does not resolve them to unique ids. */
async function writeRoleFor(
  world: RehearsalWorld,
  {
    arns,
    policies,
    minutes,
    ...place
  }: Place & Readonly<{ arns: readonly string[]; policies: string; minutes: number }>,
): Promise<void> {
  const bound = { bound_iam_principal_arn: arns, resolve_cloud_unique_ids: false };
  await writeRole(world, place, { ...bound, token_policies: policies, token_ttl: minutes * 60 });
}

Given(
  "the role {string} in {cluster} only for the users {person} and {person}, with the policies {string} for {int} minutes",
  async function (
    this: RehearsalWorld,
    name: string,
    cluster: string,
    one: string,
    other: string,
    policies: string,
    minutes: number,
  ) {
    const arns = [one, other].map((who) => this.clouds.user(who).arn);
    await writeRoleFor(this, { name, cluster, arns, policies, minutes });
  },
);

Given(
  "the role {string} in {cluster} only for a user with the ARN of {person} and {}, with the policies {string} for {int} minutes",
  async function (
    this: RehearsalWorld,
    name: string,
    cluster: string,
    who: string,
    what: string,
    policies: string,
    minutes: number,
  ) {
    const { arn } = this.clouds.user(who);
    const other = nearly[what]?.(arn) ?? arn;
    expect(other, what).not.to.equal(arn);
    await writeRoleFor(this, { name, cluster, arns: [other], policies, minutes });
  },
);

Given(
  "the role {string} in {cluster} for every role of the account, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, cluster: string, policies: string, minutes: number) {
    const arns = [`arn:aws:iam::${this.stage.cloud.account}:role/*`];
    await writeRoleFor(this, { name, cluster, arns, policies, minutes });
  },
);

Given(
  "the role {string} in {cluster} for every user of the account {string}, with the policies {string} for {int} minutes",
  async function (
    this: RehearsalWorld,
    name: string,
    cluster: string,
    account: string,
    policies: string,
    minutes: number,
  ) {
    await writeRoleFor(this, { name, cluster, arns: [`arn:aws:iam::${account}:user/*`], policies, minutes });
  },
);

/**
 * Parses the fields in a step. `{account}` stands for the stage's account, `{Ada}` for the ARN of a client,
 * `{role:web}` for that of an IAM role, and `{instance:name}` for the id of an instance.
 */
function fieldsIn(world: RehearsalWorld, text: string): Fields {
  const named = text
    .replaceAll("{account}", () => world.stage.cloud.account)
    .replace(/\{instance:([\w-]+)\}/g, (_, name: string) => world.instances.named(name).instance.id)
    .replace(/\{role:(\w+)\}/g, (_, role: string) => world.clouds.role(role).arn)
    .replace(new RegExp(`\\{(${personNames.source})\\}`, "g"), (_, who: string) => world.clouds.user(who).arn);
  return fieldsOf(named);
}

When(
  "the role {string} is written in {cluster} with {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, fields: string) {
    await writeRole(this, { name, cluster }, fieldsIn(this, fields));
  },
);

Given(
  "the role {string} in {cluster} for instances, with {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, fields: string) {
    await writeRole(this, { name, cluster }, { auth_type: "ec2", ...fieldsOf(fields) });
  },
);

When(
  "the role {string} is written in {cluster} with the number {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, fields: string) {
    const numbers = Object.entries(fieldsOf(fields)).map(([field, value]) => [field, Number(value)]);
    await writeRole(this, { name, cluster }, Object.fromEntries(numbers));
  },
);

When("the role {string} is deleted in {cluster}", async function (this: RehearsalWorld, name: string, cluster: string) {
  await this.cluster(cluster).send("DELETE", `auth/cloud/role/${name}`);
});

When(
  "{client} tries to write the role {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string, fields: string) {
    await tryToWrite(this, who, { name, cluster }, fieldsIn(this, fields));
  },
);

Then(
  "the cloud roles of {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).send("LIST", "auth/cloud/roles");
    expect(data?.keys).to.have.same.members(names.split(", "));
  },
);

Then("there is no role {string} in {cluster}", async function (this: RehearsalWorld, name: string, cluster: string) {
  const { status } = await this.cluster(cluster).askAsOperator({ method: "GET", path: `auth/cloud/role/${name}` });
  expect(status, name).to.equal(404);
});

Then(
  "the role {string}, read from {cluster}, tells {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, fields: string) {
    const told = await this.cluster(cluster).read(`auth/cloud/role/${name}`);
    for (const [field, value] of Object.entries(fieldsOf(fields))) {
      expect(String(told[field] ?? ""), field).to.equal(value);
    }
  },
);

/**
 * Asserts that each write is refused: `asked` has fields for each role; each row of the table adds or replaces fields.
 */
async function expectRefused(
  world: RehearsalWorld,
  cluster: string,
  table: DataTable,
  asked: Readonly<Record<string, Fields>>,
): Promise<void> {
  for (const { with: words = "" } of table.hashes()) {
    for (const [name, good] of Object.entries(asked)) {
      await tryToWrite(world, "an operator", { name, cluster }, { ...good, ...fieldsIn(world, words) });
      expectRefusal(world.last, `${name} with ${words}`);
    }
  }
}

Then(
  "{cluster} refuses this for the role {string}:",
  async function (this: RehearsalWorld, cluster: string, name: string, table: DataTable) {
    await expectRefused(this, cluster, table, { [name]: {} });
  },
);

Then(
  "{cluster} refuses this for the role {string} and for a new one:",
  async function (this: RehearsalWorld, cluster: string, name: string, table: DataTable) {
    await expectRefused(this, cluster, table, { [name]: {}, new: usersBelow(this, "") });
  },
);

Then(
  "{cluster} refuses this for the role {string} and for a new one for instances:",
  async function (this: RehearsalWorld, cluster: string, name: string, table: DataTable) {
    await expectRefused(this, cluster, table, { [name]: {}, new: { auth_type: "ec2", bound_ami_id: "ami-1" } });
  },
);

Then(
  "the role {string}, read from {cluster}, is bound by {string} alone",
  async function (this: RehearsalWorld, name: string, cluster: string, bound: string) {
    const role = await this.cluster(cluster).read(`auth/cloud/role/${name}`);
    const lists = Object.keys(role).filter((field) => /^bound_(?!.*principal_id$)/.test(field));
    expect(lists).to.have.length(9);
    for (const list of lists) expect(role[list] ?? [], list).to.have.length(list === bound ? 1 : 0);
  },
);

Then(
  "each of these lists of the role {string} in {cluster} can be sent as an array and as text with commas:",
  async function (this: RehearsalWorld, name: string, cluster: string, table: DataTable) {
    for (const { list = "", first = "", then = "" } of table.hashes()) {
      const ways = [
        [first, first],
        [then, then.split(",")],
        [first, first.split(",")],
        [then, then],
        [first, first.replaceAll(",", ", ")],
      ] as const;
      for (const [texts, sent] of ways) {
        await writeRole(this, { name, cluster }, { [list]: sent });
        const { [list]: told } = await this.cluster(cluster).read(`auth/cloud/role/${name}`);
        expect(told, `${list} sent as ${JSON.stringify(sent)}`).to.deep.equal(texts.split(","));
      }
    }
  },
);
