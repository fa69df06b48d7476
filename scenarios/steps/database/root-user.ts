import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

async function makeRootUser(world: RehearsalWorld, name: string, password: string): Promise<void> {
  const login = { username: world.databases.nameOf(name), password };
  world.databases.knownPasswords.set(name, password);
  await world.stage.database.run(world.product.makeUser(login, { isManager: true }));
}

Given(
  "the database user {string}, who may create users with the password {string}",
  async function (this: RehearsalWorld, name: string, password: string) {
    await makeRootUser(this, name, password);
  },
);

Given(
  "the database user {string}, who may create users and write to the table {string}",
  async function (this: RehearsalWorld, name: string, table: string) {
    await makeRootUser(this, name, this.databases.passwordFor(name));
    await this.stage.database.run(
      this.product.tables.letWrite(this.databases.nameOf(name), this.databases.tableOf(table)),
    );
  },
);

Given(
  "{string} may write to the table {string} in the database",
  async function (this: RehearsalWorld, name: string, table: string) {
    const { databases, product } = this;
    await this.stage.database.run(product.tables.letWrite(databases.nameOf(name), databases.tableOf(table)));
  },
);

Given(
  "{string} may change the password of {string} in the database",
  async function (this: RehearsalWorld, name: string, other: string) {
    const { databases, product } = this;
    await this.stage.database.run(product.letChange(databases.nameOf(name), databases.nameOf(other)));
  },
);

When(
  "{person} rotates the root credentials of the connection {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await this.cluster(cluster).write(`database/rotate-root/${name}`, {}, await this.clients.tokenOf(who, cluster));
  },
);

When(
  "{person} resets the connection {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await this.cluster(cluster).write(`database/reset/${name}`, {}, await this.clients.tokenOf(who, cluster));
  },
);

When(
  "{person} tries to reset the connection {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `database/reset/${name}`, body: {} });
  },
);

/**
 * The state before a reset: the sessions, which the reset must close, and the definitions, which it must not change.
 */
type Before = { sessions: readonly string[]; definitions: readonly unknown[] };

const before = new WeakMap<RehearsalWorld, Before>();

function sessionsOf(world: RehearsalWorld, user: string): Promise<readonly string[]> {
  return world.product.sessions(world.stage.database, world.databases.nameOf(user));
}

async function definitions(
  world: RehearsalWorld,
  names: Readonly<{ connection: string; role: string }>,
  cluster: string,
) {
  const { connection, role } = names;
  const actor = world.cluster(cluster);
  return [await actor.read(`database/config/${connection}`), await actor.read(`database/roles/${role}`)];
}

When(
  "{person} has looked at the sessions of {string}, the connection {string} and the role {string} in {cluster}",
  async function (this: RehearsalWorld, _who: string, user: string, connection: string, role: string, cluster: string) {
    const sessions = await sessionsOf(this, user);
    expect(sessions.length, "sessions of the connection").to.be.greaterThan(0);
    before.set(this, { sessions, definitions: await definitions(this, { connection, role }, cluster) });
  },
);

Then("the database has none of those sessions", async function (this: RehearsalWorld) {
  const { sessions = [] } = before.get(this) ?? {};
  await this.eventually(async () => {
    const open = await this.product.sessions(this.stage.database);
    expect(open.filter((pid) => sessions.includes(pid))).to.deep.equal([]);
  });
});

Then(
  "the connection {string} and the role {string} in {cluster} are as they were before",
  async function (this: RehearsalWorld, connection: string, role: string, cluster: string) {
    expect(await definitions(this, { connection, role }, cluster)).to.deep.equal(before.get(this)?.definitions);
  },
);
