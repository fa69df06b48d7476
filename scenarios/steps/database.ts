import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../fields.ts";
import type { RehearsalWorld } from "../world.ts";

const plugin = "postgresql-database-plugin";

const createUser = `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`;

/** The fields of a connection whose root user is this one. */
function connection(world: RehearsalWorld, root: Readonly<{ username: string; password: string }>) {
  return {
    plugin_name: plugin,
    connection_url: world.stage.database.urlFor("{{username}}", "{{password}}"),
    username: root.username,
    password: root.password,
    allowed_roles: ["*"],
  };
}

function administrator(world: RehearsalWorld) {
  const { username, password } = new URL(world.stage.database.url);
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Mounts the engine and configures the database "main"; the follower has both a moment later. */
async function configure(world: RehearsalWorld, cluster: string, root: Readonly<{ username: string; password: string }>): Promise<void> {
  await world.cluster(cluster).write("sys/mounts/database", { type: "database" });
  await world.cluster(cluster).write("database/config/main", connection(world, root));
  await world.followersHaveIt(cluster);
}

async function writeRole(world: RehearsalWorld, name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await world.cluster("Oslo").write(`database/roles/${name}`, { db_name: "main", ...fields });
  await world.followersHaveIt("Oslo");
}

Given("the database is configured in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await configure(this, cluster, administrator(this));
});

Given(
  "the database is configured in {cluster} as its own root user {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    const username = this.databaseUser(name);
    const password = this.passwordFor(name);
    await this.stage.database.run([`CREATE ROLE "${username}" WITH LOGIN CREATEROLE PASSWORD '${password}'`]);
    await configure(this, cluster, { username, password });
  },
);

Given("the role {string} gives read access for {int} minutes", async function (this: RehearsalWorld, name: string, minutes: number) {
  await writeRole(this, name, { creation_statements: [createUser], default_ttl: minutes * 60, max_ttl: minutes * 120 });
});

Given("the role {string} with the creation statements:", async function (this: RehearsalWorld, name: string, statements: string) {
  await writeRole(this, name, { creation_statements: [statements] });
});

Given("the role {string} on {string}", async function (this: RehearsalWorld, name: string, database: string) {
  await writeRole(this, name, { db_name: database, creation_statements: [createUser] });
});

Given(
  "the database {string} in {cluster} allows the roles {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, roles: string) {
    await this.cluster(cluster).write(`database/config/${name}`, { ...connection(this, administrator(this)), allowed_roles: roles });
  },
);

When(
  "somebody tries to configure the database {string} in {cluster} with a wrong password",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const body = connection(this, { ...administrator(this), password: this.passwordFor("wrong") });
    await this.try(cluster, { method: "POST", path: `database/config/${name}`, body, token: this.cluster(cluster).rootToken });
  },
);

Then("the databases in {cluster} are {string}", async function (this: RehearsalWorld, cluster: string, names: string) {
  const { data } = await this.cluster(cluster).tell("LIST", "database/config");
  expect(data?.keys).to.deep.equal(names.split(", "));
});

Then("the configuration of {string} in {cluster} shows no password", async function (this: RehearsalWorld, name: string, cluster: string) {
  const text = JSON.stringify(await this.cluster(cluster).read(`database/config/${name}`));
  expect(text).to.contain(plugin);
  expect(text).not.to.contain(administrator(this).password);
});

When(
  "{person} asks {cluster} for credentials of {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    const { data, lease_id = "", lease_duration = 0 } = await this.cluster(cluster).tell("GET", `database/creds/${role}`);
    const { username, password } = data ?? {};
    this.person(who).credentials = { username: String(username), password: String(password), lease: lease_id, seconds: lease_duration };
  },
);

When("somebody asks {cluster} for credentials of {string}", async function (this: RehearsalWorld, cluster: string, role: string) {
  await this.try(cluster, { method: "GET", path: `database/creds/${role}`, token: this.cluster(cluster).rootToken });
});

function credentialsOf(world: RehearsalWorld, who: string) {
  const { credentials } = world.person(who);
  if (!credentials) throw new Error(`${who} has no credentials`);
  return credentials;
}

/** What the service tells of a static role's credentials. */
async function told(world: RehearsalWorld, cluster: string, role: string): Promise<Readonly<{ username: string; password: string }>> {
  const { username, password } = await world.cluster(cluster).read(`database/static-creds/${role}`);
  return { username: String(username), password: String(password) };
}

/** Truth is a login: opens a connection with the credentials, now and again until it goes as expected. */
async function expectLogin(
  world: RehearsalWorld,
  credentials: () => Promise<Readonly<{ username: string; password: string }>>,
  accepted: boolean,
): Promise<void> {
  await world.stage.eventually(async () => {
    const { username, password } = await credentials();
    expect(await world.stage.database.accepts(username, password), `whether ${username} gets in`).to.equal(accepted);
  });
}

Then("the database accepts {person}'s credentials", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, async () => credentialsOf(this, who), true);
});

Then("the database refuses {person}'s credentials", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, async () => credentialsOf(this, who), false);
});

Then("the database accepts what {cluster} tells of {string}", async function (this: RehearsalWorld, cluster: string, role: string) {
  await expectLogin(this, () => told(this, cluster, role), true);
});

Then("the database accepts what {person} noted", async function (this: RehearsalWorld, who: string) {
  await expectLogin(this, async () => this.person(who).noted ?? { username: "", password: "" }, true);
});

Then("the database refuses what {person} noted", async function (this: RehearsalWorld, who: string) {
  const { noted } = this.person(who);
  if (!noted) throw new Error(`${who} noted nothing`);
  await expectLogin(this, async () => noted, false);
});

Then("the database accepts the known password of {string}", async function (this: RehearsalWorld, name: string) {
  await expectLogin(this, async () => known(this, name), true);
});

Then("the database refuses the known password of {string}", async function (this: RehearsalWorld, name: string) {
  await expectLogin(this, async () => known(this, name), false);
});

function known(world: RehearsalWorld, name: string) {
  const password = world.knownPasswords.get(name);
  if (password === undefined) throw new Error(`no password of ${name} is known`);
  return { username: world.databaseUser(name), password };
}

Then("{person} and {person} have different users", function (this: RehearsalWorld, one: string, other: string) {
  const [first, second] = [credentialsOf(this, one), credentialsOf(this, other)];
  expect(first.username).not.to.equal(second.username);
  expect(first.password).not.to.equal(second.password);
  expect(first.lease).not.to.equal(second.lease);
});

Then("the lease of {person} is for {int} seconds", function (this: RehearsalWorld, who: string, seconds: number) {
  expect(credentialsOf(this, who).seconds).to.equal(seconds);
});

When("the lease of {person} is revoked in {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await this.cluster(cluster).write("sys/leases/revoke", { lease_id: credentialsOf(this, who).lease });
});

When(
  "the lease of {person} is renewed in {cluster} for {int} minutes",
  async function (this: RehearsalWorld, who: string, cluster: string, minutes: number) {
    await this.cluster(cluster).write("sys/leases/renew", { lease_id: credentialsOf(this, who).lease, increment: minutes * 60 });
  },
);

When(
  "the lease of {person} is renewed in {cluster} for {int} hours",
  async function (this: RehearsalWorld, who: string, cluster: string, hours: number) {
    await this.cluster(cluster).write("sys/leases/renew", { lease_id: credentialsOf(this, who).lease, increment: hours * 3600 });
  },
);

async function usersOf(world: RehearsalWorld): Promise<readonly string[]> {
  return world.stage.database.column("SELECT rolname FROM pg_catalog.pg_roles");
}

Then("the database no longer knows {person}'s user", async function (this: RehearsalWorld, who: string) {
  expect(await usersOf(this)).not.to.include(credentialsOf(this, who).username);
});

Then("the database has no user for {string}", async function (this: RehearsalWorld, role: string) {
  const users = await usersOf(this);
  expect(users.filter((name) => name.startsWith("v-") && name.includes(`-${role}-`))).to.deep.equal([]);
});

Then("there is no lease of {string} in {cluster}", async function (this: RehearsalWorld, role: string, cluster: string) {
  const { rootToken: token } = this.cluster(cluster);
  const path = `sys/leases/lookup/database/creds/${role}`;
  expect((await this.cluster(cluster).ask({ method: "LIST", path, token })).status).to.equal(404);
});

Given("the database user {string} with a known password", async function (this: RehearsalWorld, name: string) {
  await this.stage.database.run([`CREATE ROLE "${this.databaseUser(name)}" WITH LOGIN PASSWORD '${this.passwordFor(name)}'`]);
});

Given(
  "the static role {string} is made for the user {string}, rotated every {int} hours",
  async function (this: RehearsalWorld, role: string, user: string, hours: number) {
    const fields = { db_name: "main", username: this.databaseUser(user), rotation_period: `${hours}h` };
    await this.cluster("Oslo").write(`database/static-roles/${role}`, fields);
    await this.followersHaveIt("Oslo");
  },
);

When("the static role {string} is deleted in {cluster}", async function (this: RehearsalWorld, role: string, cluster: string) {
  await this.cluster(cluster).tell("DELETE", `database/static-roles/${role}`);
});

Given("{person} noted what {cluster} tells of {string}", async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
  const credentials = await told(this, cluster, role);
  expect(await this.stage.database.accepts(credentials.username, credentials.password), "what is noted holds").to.equal(true);
  this.person(who).noted = credentials;
});

When("{string} is rotated through {cluster}", async function (this: RehearsalWorld, role: string, cluster: string) {
  await this.cluster(cluster).write(`database/rotate-role/${role}`);
});

Then(
  "{cluster} tells the same of {string} as {cluster}",
  async function (this: RehearsalWorld, cluster: string, role: string, other: string) {
    await this.stage.eventually(async () => {
      expect(await told(this, cluster, role)).to.deep.equal(await told(this, other, role));
    });
    this.person("Ada").noted = await told(this, cluster, role);
  },
);

Then("reading it again tells the same", async function (this: RehearsalWorld) {
  expect(await told(this, "Oslo", "app")).to.deep.equal(this.person("Ada").noted);
});

Then(
  "these static roles are refused and the known password of {string} still holds:",
  async function (this: RehearsalWorld, user: string, table: import("@cucumber/cucumber").DataTable) {
    const { rootToken: token } = this.cluster("Oslo");
    for (const { name = "", with: words = "" } of table.hashes()) {
      const body = fieldsOf(words.replaceAll(`{${user}}`, this.databaseUser(user)));
      await this.try("Oslo", { method: "POST", path: `database/static-roles/${name}`, body, token });
      expect(this.last.status, name).to.be.within(400, 599);
      expect((await this.cluster("Oslo").ask({ method: "GET", path: `database/static-roles/${name}`, token })).status, name).to.equal(404);
      const { username, password } = known(this, user);
      expect(await this.stage.database.accepts(username, password), name).to.equal(true);
    }
  },
);

When("the root password of the database is rotated in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await askToRotateRoot(this, cluster);
  expect(this.last.status, this.last.body?.errors?.join("; ")).to.be.within(200, 299);
});

When("somebody asks {cluster} to rotate the root password of the database", async function (this: RehearsalWorld, cluster: string) {
  await askToRotateRoot(this, cluster);
});

async function askToRotateRoot(world: RehearsalWorld, cluster: string): Promise<void> {
  const { rootToken: token } = world.cluster(cluster);
  await world.try(cluster, { method: "POST", path: "database/rotate-root/main", body: {}, token });
}

// Whatever text the two hold, nobody gets in with it.
Then("the answer and the configuration in {cluster} tell no password", async function (this: RehearsalWorld, cluster: string) {
  const configuration = await this.cluster(cluster).read("database/config/main");
  const username = this.databaseUser("keeper");
  const texts = [...textsIn(this.last.body), ...textsIn(configuration)];
  for (const text of new Set(texts)) {
    expect(await this.stage.database.accepts(username, text), "a text of the answer is the password").to.equal(false);
  }
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

Given("the root rotation statements of the database are {string}", async function (this: RehearsalWorld, statement: string) {
  const fields = { plugin_name: plugin, root_rotation_statements: [statement] };
  await this.cluster("Oslo").write("database/config/main", fields);
});
