import { type DataTable, defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { cellValue } from "./cells.ts";

const collections: Readonly<Record<string, string>> = {
  connection: "config",
  role: "roles",
  "static role": "static-roles",
};

defineParameterType({
  name: "definition",
  regexp: /connection|role|static role/,
  transformer: (kind: string) => `database/${collections[kind]}`,
});

/** Parses the fields of an object: each row of the table has the name and the value of a field. */
function fieldsIn(world: RehearsalWorld, table: DataTable): Readonly<Record<string, unknown>> {
  return inItsOwnFields(
    world,
    Object.fromEntries(table.raw().map(([field = "", cell = ""]) => [field, cellValue(world, cell)])),
  );
}

/**
 * Converts the fields of a connection for products whose connections have no URL: the fields that replace the URL,
 * including the root user, are added. With `isToBeRead`, they are omitted, as is `disable_escaping`, which is about URLs.
 */
function inItsOwnFields(
  { product, stage: { database } }: RehearsalWorld,
  fields: Readonly<Record<string, unknown>>,
  isToBeRead = false,
): Readonly<Record<string, unknown>> {
  const { connection_url: url, disable_escaping: _escaping, ...rest } = fields;
  const { username, password } = new URL(database.url);
  const { plugin_name: _, ...own } = product.connection(database, { username, password });
  if (url === undefined || "connection_url" in own) return fields;
  return isToBeRead ? rest : { ...own, ...rest };
}

Given("the database secrets engine is mounted in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("sys/mounts/database", { type: "database" });
  await this.secondariesCaughtUp(cluster);
});

When(
  "{person} writes the {definition} {string} in {cluster} with:",
  async function (this: RehearsalWorld, who: string, kind: string, name: string, cluster: string, table: DataTable) {
    await this.cluster(cluster).write(
      `${kind}/${name}`,
      fieldsIn(this, table),
      await this.clients.tokenOf(who, cluster),
    );
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "{person} tries to write the {definition} {string} in {cluster} with:",
  async function (this: RehearsalWorld, who: string, kind: string, name: string, cluster: string, table: DataTable) {
    await this.tryAs(who, cluster, { method: "POST", path: `${kind}/${name}`, body: fieldsIn(this, table) });
  },
);

When(
  "{person} deletes the {definition} {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, kind: string, name: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", `${kind}/${name}`, undefined, await this.clients.tokenOf(who, cluster));
    await this.secondariesCaughtUp(cluster);
  },
);

Then(
  "the {definition} {string}, read from {cluster}, has:",
  async function (this: RehearsalWorld, kind: string, name: string, cluster: string, table: DataTable) {
    const read = await this.cluster(cluster).read(`${kind}/${name}`);
    const { connection_details: details = {} } = read;
    const shown: Readonly<Record<string, unknown>> = { ...(details as object), ...read };
    const wanted = table.raw().map(([field = "", cell = ""]) => [field, cellValue(this, cell)]);
    for (const [field, value] of Object.entries(inItsOwnFields(this, Object.fromEntries(wanted), true))) {
      expect(shown[field], field).to.deep.equal(value);
    }
  },
);

Then(
  "the {definition}s of {cluster} are {string}",
  async function (this: RehearsalWorld, kind: string, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).send("LIST", kind);
    expect(data?.keys).to.have.same.members(names.split(", "));
  },
);

Then(
  "{cluster} has no {definition} {string}",
  async function (this: RehearsalWorld, cluster: string, kind: string, name: string) {
    expect((await this.cluster(cluster).askAsOperator({ method: "GET", path: `${kind}/${name}` })).status).to.equal(
      404,
    );
    const { body } = await this.cluster(cluster).askAsOperator({ method: "LIST", path: kind });
    expect(body?.data?.keys ?? []).not.to.include(name);
  },
);

Given("the database server has the database {string}", async function (this: RehearsalWorld, name: string) {
  await this.stage.database.run([`CREATE DATABASE "${this.databases.tableOf(name)}"`]);
});

/** Returns the number of sessions that a database of the server has had. */
async function sessionsOf(world: RehearsalWorld, name: string): Promise<number> {
  const [count = "0"] = await world.stage.database.column(
    `SELECT sessions FROM pg_catalog.pg_stat_database WHERE datname = '${world.databases.tableOf(name)}'`,
  );
  return Number(count);
}

Then("the database {string} has had no session", async function (this: RehearsalWorld, name: string) {
  expect(await sessionsOf(this, name), "sessions of the database").to.equal(0);
});

Then("the database {string} has had a session", async function (this: RehearsalWorld, name: string) {
  await this.eventually(async () => expect(await sessionsOf(this, name)).to.be.greaterThan(0));
});

Then(
  "special characters are escaped in the URL of the connection {string}, read from {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const read = await this.cluster(cluster).read(`database/config/${name}`);
    const { disable_escaping = false } = { ...(read.connection_details as object), ...read } as Record<string, unknown>;
    expect(disable_escaping).to.equal(false);
  },
);

async function catalogueVersion(world: RehearsalWorld, cluster: string): Promise<string> {
  return String((await world.cluster(cluster).read(`sys/plugins/catalog/database/${world.product.plugin}`)).version);
}

When(
  "{person} writes the connection {string} in {cluster} with the version that the catalogue has of its plugin",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    const { username, password } = new URL(this.stage.database.url);
    const fields = {
      ...this.product.connection(this.stage.database, { username, password }),
      plugin_version: await catalogueVersion(this, cluster),
      verify_connection: false,
    };
    await this.cluster(cluster).write(`database/config/${name}`, fields, await this.clients.tokenOf(who, cluster));
  },
);

Then(
  "the connection {string}, read from {cluster}, has that version",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { plugin_version } = await this.cluster(cluster).read(`database/config/${name}`);
    expect(plugin_version).to.equal(await catalogueVersion(this, cluster));
  },
);

When(
  "{person} rotates the static role {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await this.cluster(cluster).write(`database/rotate-role/${name}`, {}, await this.clients.tokenOf(who, cluster));
    await this.secondariesCaughtUp(cluster);
  },
);
