import { defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { RehearsalWorld } from "../../world.ts";
import type { Login } from "./login.ts";

function connection({ stage: { database }, product }: RehearsalWorld, login: Login) {
  return product.connection(database, login);
}

function administrator(world: RehearsalWorld): Login {
  const { username, password } = new URL(world.stage.database.url);
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Mounts the engine and configures the connection "main". */
async function configure(world: RehearsalWorld, cluster: string, root: Login, lease = "0s"): Promise<void> {
  await world.cluster(cluster).write("sys/mounts/database", { type: "database", config: { default_lease_ttl: lease } });
  await world.cluster(cluster).write("database/config/main", { ...connection(world, root), allowed_roles: "*" });
  await world.secondariesCaughtUp(cluster);
}

Given("the database is configured in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await configure(this, cluster, administrator(this));
});

Given(
  "the database is configured in {cluster} with its own root user {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    const [username, password] = [this.databases.nameOf(name), this.databases.passwordFor(name)];
    await this.stage.database.run(this.product.makeUser({ username, password }, { isManager: true }));
    await configure(this, cluster, { username, password });
  },
);

Given(
  "the database secrets engine in {cluster} is mounted anew with leases of {int} minutes",
  async function (this: RehearsalWorld, cluster: string, minutes: number) {
    await this.cluster(cluster).send("DELETE", "sys/mounts/database");
    await configure(this, cluster, administrator(this), `${minutes}m`);
  },
);

Given(
  "the leases of the database secrets engine in {cluster} last {string} at most",
  async function (this: RehearsalWorld, cluster: string, longest: string) {
    await this.cluster(cluster).write("sys/mounts/database/tune", { max_lease_ttl: longest });
    await this.secondariesCaughtUp(cluster);
  },
);

When("the database secrets engine in {cluster} is disabled", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).send("DELETE", "sys/mounts/database");
});

defineParameterType({
  name: "product",
  regexp: /PostgreSQL|MariaDB|Redis|the simulated database/,
  transformer: (name: string) => (/simulated/.exec(name)?.[0] ?? name.toLowerCase()) as DatabaseServer["kind"],
});

Given("the database server is {product}", async function (this: RehearsalWorld, product: DatabaseServer["kind"]) {
  this.database = await this.stage.databaseOf(product);
});

Given(
  "the database server is {product}, behind a network that can fail",
  async function (this: RehearsalWorld, product: DatabaseServer["kind"]) {
    this.faulty = await this.stage.faultyDatabase(product);
  },
);

Then("no cluster has connected to the database server", async function (this: RehearsalWorld) {
  expect(await this.faulty.contacts()).to.equal(0);
});

Then("a cluster has connected to the database server", async function (this: RehearsalWorld) {
  expect(await this.faulty.contacts()).to.be.greaterThan(0);
});

Given("the table {string} in the database", async function (this: RehearsalWorld, name: string) {
  await this.stage.database.run(this.product.tables.make(this.databases.tableOf(name)));
});

/** Writes an additional connection whose root user is the administrator. `roles` are the roles that it allows. */
async function configureFor(world: RehearsalWorld, cluster: string, name: string, roles?: string): Promise<void> {
  const allowed = roles === undefined ? {} : { allowed_roles: roles };
  await world
    .cluster(cluster)
    .write(`database/config/${name}`, { ...connection(world, administrator(world)), ...allowed });
  await world.secondariesCaughtUp(cluster);
}

Given(
  "the connection {string} in {cluster} allows the roles {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, roles: string) {
    await configureFor(this, cluster, name, roles);
  },
);

Given(
  "the connection {string} in {cluster} allows no role",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await configureFor(this, cluster, name);
  },
);

Given(
  "the database refuses the root rotation statements of the connection in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    const fields = { plugin_name: this.product.plugin, root_rotation_statements: [this.product.refusedRotation] };
    await this.cluster(cluster).write("database/config/main", fields);
  },
);

When(
  "the password of the database is configured once more in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    await this.cluster(cluster).write("database/config/main", { password: administrator(this).password });
  },
);

When(
  "{person} tries to write the connection {string} in {cluster} with a wrong password",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await tryWrongPassword(this, { who, cluster, name });
  },
);

When(
  "{person} tries to write the connection {string} in {cluster} with a wrong password, to be verified",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await tryWrongPassword(this, { who, cluster, name }, { verify_connection: true });
  },
);

async function tryWrongPassword(
  world: RehearsalWorld,
  { who, cluster, name }: Readonly<{ who: string; cluster: string; name: string }>,
  more = {},
): Promise<void> {
  const wrong = { ...administrator(world), password: world.databases.passwordFor("wrong") };
  const body = { ...connection(world, wrong), ...more };
  await world.tryAs(who, cluster, { method: "POST", path: `database/config/${name}`, body });
}

When("the connection to the database is reset in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("database/reset/main");
});

Then(
  "the configuration of {string} in {cluster} shows no password",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const text = JSON.stringify(await this.cluster(cluster).read(`database/config/${name}`));
    expect(text).to.contain(this.product.plugin);
    expect(text).not.to.contain(administrator(this).password);
  },
);
