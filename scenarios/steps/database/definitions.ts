import { type DataTable, defineParameterType, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { cellValue } from "./cells.ts";

/** Where the database secrets engine keeps each kind of thing that clients define. */
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

/** Definitions as a step's table has them: a field and its value a row. */
function fieldsIn(world: RehearsalWorld, table: DataTable): Readonly<Record<string, unknown>> {
  return Object.fromEntries(table.raw().map(([field = "", cell = ""]) => [field, cellValue(world, cell)]));
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
    await this.cluster(cluster).tell("DELETE", `${kind}/${name}`, undefined, await this.clients.tokenOf(who, cluster));
    await this.secondariesCaughtUp(cluster);
  },
);

Then(
  "the {definition} {string}, read from {cluster}, has:",
  async function (this: RehearsalWorld, kind: string, name: string, cluster: string, table: DataTable) {
    const read = await this.cluster(cluster).read(`${kind}/${name}`);
    const { connection_details: details = {} } = read;
    const shown: Readonly<Record<string, unknown>> = { ...(details as object), ...read };
    for (const [field = "", cell = ""] of table.raw()) {
      expect(shown[field], field).to.deep.equal(cellValue(this, cell));
    }
  },
);

Then(
  "the {definition}s of {cluster} are {string}",
  async function (this: RehearsalWorld, kind: string, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).tell("LIST", kind);
    expect(data?.keys).to.deep.equal(names.split(", "));
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
  await this.stage.database.run([`CREATE DATABASE "${this.databases.nameOf(name)}"`]);
});

/** How often a client has logged in to a database. */
async function sessionsOf(world: RehearsalWorld, name: string): Promise<number> {
  const [count = "0"] = await world.stage.database.column(
    `SELECT sessions FROM pg_catalog.pg_stat_database WHERE datname = '${world.databases.nameOf(name)}'`,
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

async function catalogueVersion(world: RehearsalWorld, plugin: string, cluster: string): Promise<string> {
  return String((await world.cluster(cluster).read(`sys/plugins/catalog/database/${plugin}`)).version);
}

When(
  "{person} writes the connection {string} in {cluster} with the version that the catalogue has of {string}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string, plugin: string) {
    const fields = {
      plugin_name: plugin,
      plugin_version: await catalogueVersion(this, plugin, cluster),
      connection_url: this.stage.database.url,
      verify_connection: false,
    };
    await this.cluster(cluster).write(`database/config/${name}`, fields, await this.clients.tokenOf(who, cluster));
  },
);

Then(
  "the connection {string}, read from {cluster}, has that version",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { plugin_name, plugin_version } = await this.cluster(cluster).read(`database/config/${name}`);
    expect(plugin_version).to.equal(await catalogueVersion(this, String(plugin_name), cluster));
  },
);

When(
  "{person} rotates the static role {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await this.cluster(cluster).write(`database/rotate-role/${name}`, {}, await this.clients.tokenOf(who, cluster));
    await this.secondariesCaughtUp(cluster);
  },
);
