import { defineParameterType } from "@cucumber/cucumber";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { certificateUsers } from "#harness/databases/postgresql-login-rules.ts";
import { Given, Then, When } from "../define.ts";
import { filled } from "../values.ts";
import { defineMeanings } from "../variants/phrases.ts";
import { checkWhen } from "../when.ts";
import type { RehearsalWorld } from "../world.ts";

/** Number of connections to the database server, or to one of its databases, since they exist. */
defineMeanings("contacted database", {
  "the database server": ({ faulty }) => faulty.contacts(),
  "the database {string}": async ({ stage, databases }, name = "") => {
    const [count = "0"] = await stage.database.column(
      `SELECT sessions FROM pg_catalog.pg_stat_database WHERE datname = '${databases.tableOf(name)}'`,
    );
    return Number(count);
  },
});

type Login = Readonly<{ username: string; password: string }>;

async function configure(world: RehearsalWorld, cluster: string, root: Login): Promise<void> {
  await world.cluster(cluster).write("sys/mounts/database", { type: "database" });
  const connection = world.product.connection(world.stage.database, root);
  await world.cluster(cluster).write("database/config/main", { ...connection, allowed_roles: "*" });
  await world.secondariesCaughtUp(cluster);
}

async function makeUser(world: RehearsalWorld, name: string, isManager: boolean, password?: string): Promise<Login> {
  const login = { username: world.databases.nameOf(name), password: password ?? world.databases.passwordFor(name) };
  world.databases.knownPasswords.set(name, login.password);
  await world.stage.database.run(world.product.makeUser(login, { isManager }));
  return login;
}

Given("the database is configured in {cluster}", async function (cluster) {
  const username = decodeURIComponent(new URL(this.stage.database.url).username);
  await configure(this, cluster, { username, password: this.databases.administratorsPassword(this.stage.database) });
});

Given("the database is configured in {cluster} with its own root user {string}", async function (cluster, name) {
  await configure(this, cluster, await makeUser(this, name, true));
});

defineParameterType({
  name: "product",
  regexp: /PostgreSQL|MariaDB|Redis|the simulated database/,
  transformer: (name: string) => (/simulated/.exec(name)?.[0] ?? name.toLowerCase()) as DatabaseServer["kind"],
});

Given("the database server is {product}", async function (product) {
  this.database = await this.stage.databaseOf(product);
});

Given("the database server is {product}, behind a network that can fail", async function (product) {
  this.faulty = await this.stage.faultyDatabase(product);
});

/** Creates the role whose members log in with a certificate, unless the server has it. */
const makeGroup = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '${certificateUsers}') THEN CREATE ROLE ${certificateUsers}; END IF;
END $$`;

Given("the database server is {product}, which requires TLS", async function (product) {
  this.database = await this.stage.databaseOf(product, { isEncrypted: true });
  if (product === "postgresql") await this.stage.database.run([makeGroup]);
});

Given("the database server has the database {string}", async function (name) {
  await this.stage.database.run([`CREATE DATABASE "${this.databases.tableOf(name)}"`]);
});

Given("the table {string} in the database", async function (name) {
  await this.stage.database.run(this.product.tables.make(this.databases.tableOf(name)));
});

Given("the database user {string} with a known password", async function (name) {
  await makeUser(this, name, false);
});

Given("the database user {string}, who may create users with the password {string}", async function (name, password) {
  await makeUser(this, name, true, password);
});

Given("the database user {string}, who may create users", async function (name) {
  await makeUser(this, name, true);
});

Given("{string} may write to the table {string} in the database", async function (name, table) {
  const { databases, product } = this;
  await this.stage.database.run(product.tables.letWrite(databases.nameOf(name), databases.tableOf(table)));
});

Given("{string} may change the password of {string} in the database", async function (name, other) {
  const { databases, product } = this;
  await this.stage.database.run(product.letChange(databases.nameOf(name), databases.nameOf(other)));
});

When("the database server {database fault}", async function (begin) {
  await begin(this);
});

When("the database server recovers", async function () {
  await this.faulty.recover();
});

Then("{when}no cluster has connected to {contacted database}", async function (when, contacts) {
  await checkWhen(this, when, async () => void expect(await contacts(this)).to.equal(0));
});

Then("{when}a cluster has connected to {contacted database}", async function (when, contacts) {
  await checkWhen(this, when, async () => void expect(await contacts(this)).to.be.greaterThan(0));
});

Given("{string} has open sessions in the database", async function (name) {
  const sessions = await this.product.sessions(this.stage.database, this.databases.nameOf(name));
  expect(sessions.length, `sessions of ${name}`).to.be.greaterThan(0);
  this.databases.sessions.set(name, sessions);
});

Then("{when}those sessions of {string} are closed", async function (when, name) {
  const sessions = this.databases.sessions.get(name);
  if (!sessions) throw new Error(`no step has looked at the sessions of ${name}`);
  await checkWhen(this, when, async () => {
    const open = await this.product.sessions(this.stage.database);
    expect(open.filter((id) => sessions.includes(id))).to.deep.equal([]);
  });
});

async function entriesOf(world: RehearsalWorld, table: string): Promise<readonly string[]> {
  return await world.stage.database.column(world.product.tables.entries(world.databases.tableOf(table)));
}

Then("the table {string} has the entries {string}", async function (table, entries) {
  const wanted = entries === "" ? [] : await Promise.all(entries.split(", ").map((entry) => filled(this, entry)));
  expect(await entriesOf(this, table)).to.deep.equal(wanted);
});

// The regular expression must match the whole entry.
Then("the table {string} has one entry, which matches {string}", async function (table, pattern) {
  const entries = await entriesOf(this, table);
  expect(entries).to.have.lengthOf(1);
  expect(entries[0]).to.match(new RegExp(`^${pattern}$`));
});
