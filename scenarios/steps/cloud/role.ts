import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Roles are written on the lead; a follower has them a moment later. */
async function writeRole(world: RehearsalWorld, name: string, fields: Fields): Promise<void> {
  await world.cluster("Oslo").write(`auth/cloud/role/${name}`, fields);
  await world.followersHaveIt("Oslo");
}

async function tryToWrite(world: RehearsalWorld, name: string, body: Fields): Promise<void> {
  const { rootToken: token } = world.cluster("Oslo");
  await world.try("Oslo", { method: "POST", path: `auth/cloud/role/${name}`, body, token });
}

/** A bound for all users of the account whose path begins so. */
function usersBelow(world: RehearsalWorld, path: string) {
  return { bound_iam_principal_arn: `arn:aws:iam::${world.stage.cloud.account}:user/${path}*` };
}

Given(
  "the role {string} for every user of the account, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, policies: string, minutes: number) {
    await writeRole(this, name, { ...usersBelow(this, ""), token_policies: policies, token_ttl: minutes * 60 });
  },
);

Given(
  "the role {string} for the users below {string}, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, path: string, policies: string, minutes: number) {
    await writeRole(this, name, { ...usersBelow(this, path), token_policies: policies, token_ttl: minutes * 60 });
  },
);

Given(
  "the role {string} only for the user {person}, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, who: string, policies: string, minutes: number) {
    const bound = { bound_iam_principal_arn: this.cloudUser(who).arn, resolve_cloud_unique_ids: false };
    await writeRole(this, name, { ...bound, token_policies: policies, token_ttl: minutes * 60 });
  },
);

/** ARNs that are nearly the one given, and are nobody's who logs in. */
const nearly: Readonly<Record<string, (arn: string) => string>> = {
  "one letter more": (arn) => `${arn}x`,
  "one letter less": (arn) => arn.slice(0, -1),
  "another account": (arn) => arn.replace(/\d{12}/, "999999999999"),
  "capital letters": (arn) =>
    arn.replace(/[^/]+$/, (name) => name.toUpperCase().replace(/^./, (first) => first.toLowerCase())),
  "a role for a user": (arn) => arn.replace(":user/", ":role/"),
};

/** A role for just these ARNs, which are not looked up. */
async function writeRoleFor(
  world: RehearsalWorld,
  {
    name,
    arns,
    policies,
    minutes,
  }: Readonly<{ name: string; arns: readonly string[]; policies: string; minutes: number }>,
): Promise<void> {
  const bound = { bound_iam_principal_arn: arns, resolve_cloud_unique_ids: false };
  await writeRole(world, name, { ...bound, token_policies: policies, token_ttl: minutes * 60 });
}

Given(
  "the role {string} only for the users {person} and {person}, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, one: string, other: string, policies: string, minutes: number) {
    const arns = [one, other].map((who) => this.cloudUser(who).arn);
    await writeRoleFor(this, { name, arns, policies, minutes });
  },
);

Given(
  /^the role "([^"]*)" only for a user with the ARN of (Ada|Bob|Jane|Mallory) and (.*), with the policies "([^"]*)" for (\d+) minutes$/,
  async function (this: RehearsalWorld, name: string, who: string, what: string, policies: string, minutes: string) {
    const { arn } = this.cloudUser(who);
    const other = nearly[what]?.(arn) ?? arn;
    expect(other, what).not.to.equal(arn);
    await writeRoleFor(this, { name, arns: [other], policies, minutes: Number(minutes) });
  },
);

Given(
  /^the role "([^"]*)" for every (user of another account|role of the account), with the policies "([^"]*)" for (\d+) minutes$/,
  async function (this: RehearsalWorld, name: string, whose: string, policies: string, minutes: string) {
    const { account } = this.stage.cloud;
    const arn = whose.startsWith("role") ? `arn:aws:iam::${account}:role/*` : "arn:aws:iam::999999999999:user/*";
    await writeRoleFor(this, { name, arns: [arn], policies, minutes: Number(minutes) });
  },
);

/** The fields that a step names: `{account}` is the stage's, `{here}` its addresses, `{Ada}` a person's ARN, `{role:web}` an IAM role's. */
function fieldsIn(world: RehearsalWorld, text: string): Fields {
  const { cloud } = world.stage;
  const named = text
    .replaceAll("{account}", cloud.account)
    .replaceAll("{here}", "127.0.0.0/8,::1/128")
    .replace(/\{instance:([\w-]+)\}/g, (_, name: string) => world.instances.named(name).instance.id)
    .replace(/\{role:(\w+)\}/g, (_, role: string) => world.clouds.role(role).arn)
    .replace(/\{(Ada|Bob|Jane|Mallory)\}/g, (_, who: string) => world.cloudUser(who).arn);
  return fieldsOf(named);
}

When("the role {string} is written with {string}", async function (this: RehearsalWorld, name: string, fields: string) {
  await writeRole(this, name, fieldsIn(this, fields));
});

When("the role {string} is deleted", async function (this: RehearsalWorld, name: string) {
  await this.cluster("Oslo").tell("DELETE", `auth/cloud/role/${name}`);
});

When(
  "an operator tries to write the role {string} with {string}",
  async function (this: RehearsalWorld, name: string, fields: string) {
    await tryToWrite(this, name, fieldsIn(this, fields));
  },
);

Then("the roles are {string}", async function (this: RehearsalWorld, names: string) {
  const { data } = await this.cluster("Oslo").tell("LIST", "auth/cloud/roles");
  expect(data?.keys).to.deep.equal(names.split(", "));
});

Then("there is no role {string}", async function (this: RehearsalWorld, name: string) {
  const { rootToken: token } = this.cluster("Oslo");
  const { status } = await this.cluster("Oslo").ask({ method: "GET", path: `auth/cloud/role/${name}`, token });
  expect(status, name).to.equal(404);
});

Then(
  "the role {string} has the {string} {int}",
  async function (this: RehearsalWorld, name: string, field: string, value: number) {
    expect((await this.cluster("Oslo").read(`auth/cloud/role/${name}`))[field]).to.equal(value);
  },
);

/** What a write to each of these roles has to be, beside what the table says of it. */
async function expectRefused(
  world: RehearsalWorld,
  table: DataTable,
  asked: Readonly<Record<string, Fields>>,
): Promise<void> {
  for (const { with: words = "" } of table.hashes()) {
    for (const [name, good] of Object.entries(asked)) {
      await tryToWrite(world, name, { ...good, ...fieldsOf(words) });
      expectRefusal(world.last, `${name} with ${words}`);
    }
  }
}

Then("this is refused for the role {string}:", async function (this: RehearsalWorld, name: string, table: DataTable) {
  await expectRefused(this, table, { [name]: {} });
});

Then(
  "this is refused for the role {string} and for a new one:",
  async function (this: RehearsalWorld, name: string, table: DataTable) {
    await expectRefused(this, table, { [name]: {}, new: usersBelow(this, "") });
  },
);

Then(
  "this is refused for the role {string} and for a new one for instances:",
  async function (this: RehearsalWorld, name: string, table: DataTable) {
    await expectRefused(this, table, { [name]: {}, new: { auth_type: "ec2", bound_ami_id: "ami-1" } });
  },
);

Then(
  "the role {string} is bound by {string} alone",
  async function (this: RehearsalWorld, name: string, bound: string) {
    const role = await this.cluster("Oslo").read(`auth/cloud/role/${name}`);
    const lists = Object.keys(role).filter((field) => /^bound_(?!.*principal_id$)/.test(field));
    expect(lists).to.have.length(9);
    for (const list of lists) expect(role[list] ?? [], list).to.have.length(list === bound ? 1 : 0);
  },
);

Then(
  "each of these lists of the role {string} can be sent as an array and as text with commas:",
  async function (this: RehearsalWorld, name: string, table: DataTable) {
    for (const { list = "", first = "", then = "" } of table.hashes()) {
      const ways = [
        [first, first],
        [then, then.split(",")],
        [first, first.split(",")],
        [then, then],
      ] as const;
      for (const [texts, sent] of ways) {
        await writeRole(this, name, { [list]: sent });
        const { [list]: told } = await this.cluster("Oslo").read(`auth/cloud/role/${name}`);
        expect(told, `${list} sent as ${JSON.stringify(sent)}`).to.deep.equal(texts.split(","));
      }
    }
  },
);
