import { type DataTable, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import type { RehearsalWorld } from "../../world.ts";
import { withEndpoints } from "./stand-ins.ts";

const paths = {
  client: "auth/cloud/config/client",
  identity: "auth/cloud/config/identity",
} as const;

async function valueIn(world: RehearsalWorld, cell: string): Promise<unknown> {
  const text = await withEndpoints(world, cell);
  return text.startsWith("[") ? JSON.parse(text) : text;
}

async function fieldsIn(world: RehearsalWorld, table: DataTable): Promise<Readonly<Record<string, unknown>>> {
  const fields: Record<string, unknown> = {};
  for (const [name, cell] of Object.entries(table.rowsHash())) fields[name] = await valueIn(world, cell);
  return fields;
}

for (const [name, path] of Object.entries(paths)) {
  When(
    `the ${name} configuration in {cluster} is written with:`,
    async function (this: RehearsalWorld, cluster: string, table: DataTable) {
      await this.cluster(cluster).write(path, await fieldsIn(this, table));
      await this.secondariesCaughtUp(cluster);
    },
  );

  Then(
    `the ${name} configuration in {cluster} cannot be written with:`,
    async function (this: RehearsalWorld, cluster: string, table: DataTable) {
      for (const { field = "", value = "" } of table.hashes()) {
        const body = { [field]: await valueIn(this, value) };
        const reply = await this.tryAs("an operator", cluster, { method: "POST", path, body });
        expectRefusal(reply, `${field}=${value}`);
      }
    },
  );

  Then(
    `the ${name} configuration in {cluster} has:`,
    async function (this: RehearsalWorld, cluster: string, table: DataTable) {
      const told = await this.cluster(cluster).read(path);
      for (const [field, wanted] of Object.entries(await fieldsIn(this, table))) {
        const value = told[field];
        expect(typeof wanted === "string" ? String(value ?? "") : value, field).to.deep.equal(wanted);
      }
    },
  );
}

When(
  "the client configuration in {cluster} is written with nothing",
  async function (this: RehearsalWorld, cluster: string) {
    await this.cluster(cluster).write(paths.client, {});
  },
);

When("the client configuration in {cluster} is deleted", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).send("DELETE", paths.client);
});

Then(
  "the client configuration in {cluster} does not tell {string}",
  async function (this: RehearsalWorld, cluster: string, secret: string) {
    expect(JSON.stringify(await this.cluster(cluster).read(paths.client))).not.to.contain(secret);
  },
);

Then("there is no client configuration in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).askAsOperator({ method: "GET", path: paths.client })).status).to.equal(404);
});

Then(
  "the client configuration in {cluster} can be written with each of these alone:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    for (const { field = "", value = "" } of table.hashes()) {
      await this.cluster(cluster).send("DELETE", paths.client);
      await this.cluster(cluster).write(paths.client, { [field]: await valueIn(this, value) });
    }
  },
);
