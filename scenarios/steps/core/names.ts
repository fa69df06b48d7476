import { type DataTable, Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { expectUnchanged, lookAt } from "../../looked-at.ts";
import type { Resource } from "../../resources.ts";
import { comparable, fieldOf, fieldsOf, filled, parseValue } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

function get(world: RehearsalWorld, cluster: string, path: string): Promise<ApiReply> {
  return world.cluster(cluster).askAsOperator({ method: "GET", path });
}

// Each row has a path and the fields that are written there.
Given("these are written in {cluster}:", async function (this: RehearsalWorld, cluster: string, table: DataTable) {
  for (const { path = "", with: fields = "" } of table.hashes()) {
    await this.cluster(cluster).write(await filled(this, path), await fieldsOf(this, fields));
  }
});

Given(
  "the {word} of the {resource} in {cluster} is called {string}",
  async function (this: RehearsalWorld, field: string, resource: Resource, cluster: string, name: string) {
    const value = fieldOf(await this.cluster(cluster).read(await resource.path(this)), field);
    expect(value, `${field} of ${resource.words}`).to.be.a("string");
    this.values.set(name, String(value));
  },
);

// Each row has a field and two values, which are written one after the other.
Then(
  "{cluster} returns the fields of the {resource} as they were last written:",
  async function (this: RehearsalWorld, cluster: string, resource: Resource, table: DataTable) {
    const path = await resource.path(this);
    for (const time of ["first", "then"]) {
      const fields: Record<string, unknown> = {};
      for (const row of table.hashes()) fields[row.field ?? ""] = await parseValue(this, row[time] ?? "");
      await this.cluster(cluster).write(path, fields);
      const { connection_details: own, ...common } = await this.cluster(cluster).read(path);
      expect(comparable({ ...common, ...(own as object) }, fields), `${path}, ${time}`).to.deep.equal(fields);
    }
  },
);

// Each row has a path, fields, and another path, where the object would be if its name were that in the fields.
Then(
  "{cluster} names each of these objects by its path, not by its body:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    for (const { path = "", with: fields = "", "not as": other = "" } of table.hashes()) {
      const body = await fieldsOf(this, fields);
      const { status } = await this.cluster(cluster).askAsOperator({ method: "POST", path, body });
      // A server may also refuse a body whose name contradicts the path.
      if (status < 300) expect((await get(this, cluster, path)).status, path).to.equal(200);
      else expect(status, path).to.be.within(400, 599);
      expect((await get(this, cluster, other)).status, other).to.equal(404);
    }
  },
);

Given(
  "{client} reads these in {cluster}:",
  async function (this: RehearsalWorld, who: string, cluster: string, table: DataTable) {
    for (const [looked = ""] of table.raw()) {
      const [method, path = ""] = looked.split(" ");
      await lookAt(this, { who, cluster, method: method as "GET" | "LIST", path });
    }
  },
);

Then("what {client} has read is unchanged", async function (this: RehearsalWorld, who: string) {
  await expectUnchanged(this, who);
});
