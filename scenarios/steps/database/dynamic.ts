import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectEmptyList } from "../../expect-empty-list.ts";
import { promptly } from "../../promptly.ts";
import type { Credentials } from "../../world/databases.ts";
import type { RehearsalWorld } from "../../world.ts";
import { filled } from "./cells.ts";
import { requestCredentials } from "./credentials.ts";
import { expectLogin, usersOf } from "./login.ts";

type Place = Readonly<{ name: string; cluster: string }>;

/** Writes a role, on the connection "main" by default. */
async function writeRole(
  world: RehearsalWorld,
  { name, cluster }: Place,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await world.cluster(cluster).write(`database/roles/${name}`, { db_name: "main", ...fields });
  await world.secondariesCaughtUp(cluster);
}

Given(
  "the role {string} in {cluster}, whose users may read the table {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, cluster: string, table: string, minutes: number) {
    const grant = this.product.sql ? [this.product.sql.letRead(this.databases.tableOf(table))] : [];
    const times = { default_ttl: minutes * 60, max_ttl: minutes * 120 };
    await writeRole(this, { name, cluster }, { creation_statements: [...this.product.creation, ...grant], ...times });
  },
);

Given(
  "the role {string} in {cluster} without TTLs",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await writeRole(this, { name, cluster }, { creation_statements: this.product.creation });
  },
);

Given(
  "the dynamic role {string} on the connection {string} in {cluster}",
  async function (this: RehearsalWorld, name: string, database: string, cluster: string) {
    await writeRole(this, { name, cluster }, { db_name: database, creation_statements: this.product.creation });
  },
);

Given(
  "the role {string} in {cluster}, whose creation statements fail halfway",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await writeRole(this, { name, cluster }, { creation_statements: this.product.failingCreation });
  },
);

Given(
  "the role {string} in {cluster} with the creation statements:",
  async function (this: RehearsalWorld, name: string, cluster: string, statements: string) {
    await writeRole(this, { name, cluster }, { creation_statements: [filled(this, statements)] });
  },
);

function credentialsOf(world: RehearsalWorld, who: string): Credentials {
  const { credentials } = world.person(who);
  if (!credentials) throw new Error(`${who} has no credentials`);
  return credentials;
}

When(
  "{person} and {person} request dynamic credentials of role {string} from {cluster} at the same time",
  async function (this: RehearsalWorld, one: string, other: string, role: string, cluster: string) {
    await Promise.all([one, other].map((who) => requestCredentials(this, who, role, cluster)));
  },
);

When(
  "the lease of {person}'s dynamic credentials is revoked in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await this.cluster(cluster).write("sys/leases/revoke", { lease_id: credentialsOf(this, who).lease });
  },
);

When(
  "{person} tries to revoke the lease of {person}'s dynamic credentials in {cluster}",
  async function (this: RehearsalWorld, who: string, whose: string, cluster: string) {
    const body = { lease_id: credentialsOf(this, whose).lease };
    await this.tryAs(who, cluster, { method: "POST", path: "sys/leases/revoke", body });
  },
);

async function renew(world: RehearsalWorld, who: string, cluster: string, seconds: number): Promise<void> {
  await world
    .cluster(cluster)
    .write("sys/leases/renew", { lease_id: credentialsOf(world, who).lease, increment: seconds });
}

When(
  "the lease of {person}'s dynamic credentials is renewed in {cluster} for {int} minutes",
  async function (this: RehearsalWorld, who: string, cluster: string, minutes: number) {
    await renew(this, who, cluster, minutes * 60);
  },
);

When(
  "the lease of {person}'s dynamic credentials is renewed in {cluster} for {int} hours",
  async function (this: RehearsalWorld, who: string, cluster: string, hours: number) {
    await renew(this, who, cluster, hours * 3600);
  },
);

Then(
  "{person} can use new dynamic credentials of role {string} from {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string) {
    await requestCredentials(this, who, role, cluster);
    await expectLogin(this, () => credentialsOf(this, who), true);
  },
);

Then("the database accepts {person}'s credentials", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, () => credentialsOf(this, who), true);
});

Then("the database refuses {person}'s credentials", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, () => credentialsOf(this, who), false);
});

Then("{person} and {person} have different users", function (this: RehearsalWorld, one: string, other: string) {
  const [first, second] = [credentialsOf(this, one), credentialsOf(this, other)];
  expect(first.username).not.to.equal(second.username);
  expect(first.password).not.to.equal(second.password);
  expect(first.lease).not.to.equal(second.lease);
});

Then(
  "the lease of {person}'s dynamic credentials lasts {int} seconds",
  function (this: RehearsalWorld, who: string, seconds: number) {
    expect(credentialsOf(this, who).seconds).to.equal(seconds);
  },
);

Then("{person}'s user may read the table {string}", async function (this: RehearsalWorld, who: string, table: string) {
  const { username } = credentialsOf(this, who);
  const { sql } = this.product;
  const granted = sql ? await this.stage.database.column(sql.privileges(username, this.databases.tableOf(table))) : [];
  expect(granted).to.deep.equal(["SELECT"]);
});

Then("{person}'s user stands in the table {string}", async function (this: RehearsalWorld, who: string, table: string) {
  const entries = await this.stage.database.column(this.product.tables.entries(this.databases.tableOf(table)));
  expect(entries).to.deep.equal([credentialsOf(this, who).username]);
});

Then("the database still knows {person}'s user", async function (this: RehearsalWorld, who: string) {
  expect(await usersOf(this)).to.include(credentialsOf(this, who).username);
});

Then("the database no longer knows {person}'s user", async function (this: RehearsalWorld, who: string) {
  const { username } = credentialsOf(this, who);
  await this.eventually(async () => expect(await usersOf(this)).not.to.include(username), promptly);
});

// Compares with the users from before, because servers differ in how they name users.
Then("the database has no user that the scenario did not begin with", async function (this: RehearsalWorld) {
  const known = new Set(this.databases.usersBefore);
  expect(known.size, "users before").to.be.greaterThan(0);
  expect((await usersOf(this)).filter((name) => !known.has(name))).to.deep.equal([]);
});

Then(
  "there is no lease of role {string} in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    const path = `sys/leases/lookup/database/creds/${role}`;
    await expectEmptyList(this, cluster, path);
  },
);

Then(
  "the default_ttl of role {string}, read from {cluster}, is {int} seconds",
  async function (this: RehearsalWorld, name: string, cluster: string, seconds: number) {
    expect(await this.cluster(cluster).read(`database/roles/${name}`)).to.include({ default_ttl: seconds });
  },
);

Then(
  "the dynamic roles in {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).send("LIST", "database/roles");
    expect(data?.keys).to.have.same.members(names.split(", "));
  },
);

/** True if the database accepts the user of `user` with the private key in the credentials of `keyOf`. */
async function admits(world: RehearsalWorld, user: string, keyOf: string): Promise<boolean> {
  const { database } = world.stage;
  if (!database.admits) throw new Error(`${database.description} cannot be tried with a private key`);
  const privateKey = String(credentialsOf(world, keyOf).answer.data?.rsa_private_key);
  return await database.admits(credentialsOf(world, user).username, { privateKey });
}

Then(
  "the database accepts the private key of {person}'s dynamic credentials",
  async function (this: RehearsalWorld, who: string) {
    expect(await admits(this, who, who)).to.equal(true);
  },
);

Then(
  "the database refuses the private key of {person}'s dynamic credentials",
  async function (this: RehearsalWorld, who: string) {
    expect(await admits(this, who, who)).to.equal(false);
  },
);

Then(
  "the database refuses the private key of {person}'s dynamic credentials for {person}'s user",
  async function (this: RehearsalWorld, keyOf: string, user: string) {
    expect(await admits(this, user, keyOf)).to.equal(false);
  },
);
