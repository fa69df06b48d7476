import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../../fields.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";
import { expectLogin, type Login } from "./login.ts";

/** What the service tells of a static role's credentials. */
async function told(world: RehearsalWorld, cluster: string, role: string): Promise<Login> {
  const { username, password } = await world.cluster(cluster).read(`database/static-creds/${role}`);
  return { username: String(username), password: String(password) };
}

function notedBy(world: RehearsalWorld, who: string): Login {
  const { noted } = world.person(who);
  if (!noted) throw new Error(`${who} noted nothing`);
  return noted;
}

Given(
  "the static role {string} is made for the user {string}, rotated every {int} hours",
  async function (this: RehearsalWorld, role: string, user: string, hours: number) {
    const fields = { db_name: "main", username: this.databaseName(user), rotation_period: `${hours}h` };
    await this.cluster("Oslo").write(`database/static-roles/${role}`, fields);
    await this.followersHaveIt("Oslo");
  },
);

Given(
  "{person} noted what {cluster} tells of {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    const login = await told(this, cluster, role);
    expect(await this.stage.database.accepts(login.username, login.password), "what is noted holds").to.equal(true);
    this.person(who).noted = login;
  },
);

When(
  "the static role {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    await this.cluster(cluster).tell("DELETE", `database/static-roles/${role}`);
  },
);

When("{string} is rotated through {cluster}", async function (this: RehearsalWorld, role: string, cluster: string) {
  await this.cluster(cluster).write(`database/rotate-role/${role}`);
});

When(
  "somebody tries to make the static role {string} with {string}",
  async function (this: RehearsalWorld, role: string, fields: string) {
    const { rootToken: token } = this.cluster("Oslo");
    const path = `database/static-roles/${this.withDatabaseNames(role)}`;
    await this.try("Oslo", { method: "POST", path, body: fieldsOf(this.withDatabaseNames(fields)), token });
  },
);

When(
  "the static role {string} is made in {cluster} with {string}",
  async function (this: RehearsalWorld, role: string, cluster: string, fields: string) {
    const path = `database/static-roles/${this.withDatabaseNames(role)}`;
    await this.cluster(cluster).write(path, fieldsOf(this.withDatabaseNames(fields)));
  },
);

Then(
  "the database accepts what {cluster} tells of {string}",
  async function (this: RehearsalWorld, cluster: string, role: string) {
    await expectLogin(this, () => told(this, cluster, role), true);
  },
);

Then("the database accepts what {person} noted", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, () => notedBy(this, who), true);
});

Then("the database refuses what {person} noted", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, () => notedBy(this, who), false);
});

Then(
  "{cluster} tells of {string} what {person} noted",
  async function (this: RehearsalWorld, cluster: string, role: string, who: string) {
    expect(await told(this, cluster, role)).to.deep.equal(notedBy(this, who));
  },
);

Then(
  "{cluster} tells of {string} that its user is {string}",
  async function (this: RehearsalWorld, cluster: string, role: string, user: string) {
    expect((await told(this, cluster, role)).username).to.equal(this.databaseName(user));
  },
);

Then(
  "{cluster} tells the same of {string} as {cluster}",
  async function (this: RehearsalWorld, cluster: string, role: string, other: string) {
    await this.eventually(async () => {
      expect(await told(this, cluster, role)).to.deep.equal(await told(this, other, role));
    }, promptly);
  },
);

Then(
  "the static role {string} is told to be rotated every {int} seconds",
  async function (this: RehearsalWorld, role: string, seconds: number) {
    expect(await this.cluster("Oslo").read(`database/static-roles/${role}`)).to.include({ rotation_period: seconds });
  },
);

Then(
  "the static roles in {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).tell("LIST", "database/static-roles");
    expect(data?.keys).to.deep.equal(names.split(", "));
  },
);
