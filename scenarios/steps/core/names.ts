import { type DataTable, Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { fieldsOf } from "../../fields.ts";
import { expectUnchanged, lookAt } from "../../looked-at.ts";
import type { RehearsalWorld } from "../../world.ts";
import { filled, textOf, withValues } from "../database/cells.ts";

/** Parses the fields of a table row. Words in braces are replaced as in the tables of database definitions. */
function fieldsIn(world: RehearsalWorld, text = ""): Readonly<Record<string, string>> {
  return fieldsOf(filled(world, text));
}

function get(world: RehearsalWorld, cluster: string, path: string): Promise<ApiReply> {
  return world.cluster(cluster).askAsOperator({ method: "GET", path });
}

/** Returns the fields of an object as texts. The fields in `connection_details` are included at the same level. */
async function told(world: RehearsalWorld, path: string, cluster: string): Promise<Readonly<Record<string, string>>> {
  const { connection_details: own, ...common } = await world.cluster(cluster).read(path);
  return Object.fromEntries(
    Object.entries({ ...common, ...(own as object) }).map(([name, value]) => [name, textOf(value)]),
  );
}

Given("these are written in {cluster}:", async function (this: RehearsalWorld, cluster: string, table: DataTable) {
  for (const { path = "", with: fields } of table.hashes()) {
    await this.cluster(cluster).write(withValues(this, path), fieldsIn(this, fields));
  }
});

Given(
  "the {word} of {string} in {cluster} is called {string}",
  async function (this: RehearsalWorld, field: string, path: string, cluster: string, name: string) {
    const value = (await this.cluster(cluster).read(filled(this, path)))[field];
    expect(value, `${field} of ${path}`).to.be.a("string");
    this.values.set(name, String(value));
  },
);

Then(
  "{string} in {cluster} tells what is written last:",
  async function (this: RehearsalWorld, path: string, cluster: string, table: DataTable) {
    const rows = table.hashes();
    for (const time of ["first", "then"]) {
      const named = rows.map((row) => [row.field ?? "", this.databases.withNames(row[time] ?? "")] as const);
      const fields = Object.fromEntries(named);
      await this.cluster(cluster).write(path, fields);
      expect(await told(this, path, cluster), `${path}, ${time}`).to.include(fields);
    }
  },
);

Then(
  "these are known in {cluster} by the name in their path alone:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    for (const { path = "", with: fields, "not as": other = "" } of table.hashes()) {
      const body = fieldsIn(this, fields);
      const { status } = await this.cluster(cluster).askAsOperator({ method: "POST", path, body });
      // A server may also refuse a body whose name contradicts the path.
      if (status < 300) expect((await get(this, cluster, path)).status, path).to.equal(200);
      else expect(status, path).to.be.within(400, 599);
      expect((await get(this, cluster, other)).status, other).to.equal(404);
    }
  },
);

Given(
  "{client} has read these in {cluster}:",
  async function (this: RehearsalWorld, who: string, cluster: string, table: DataTable) {
    for (const [looked = ""] of table.raw()) {
      const [method, path = ""] = looked.split(" ");
      await lookAt(this, { who, cluster, method: method as "GET" | "LIST", path });
    }
  },
);

Then("what {client} has read is unchanged", async function (this: RehearsalWorld, _who: string) {
  await expectUnchanged(this);
});
