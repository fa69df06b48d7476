import { expect } from "chai";
import { Given, Then, When } from "../define.ts";
import { expectRefusal } from "../expect-refusal.ts";
import { rowsOf } from "../requests.ts";
import type { Resource, ResourceList } from "../resources.ts";
import { comparable, type Fields, fieldOf, fieldsIn, fieldsOf, filled, parseValue, textOf } from "../values.ts";
import { checkWhen, type When as Moment } from "../when.ts";
import type { RehearsalWorld } from "../world.ts";

type Write = Readonly<{ client: string; resource: Resource; cluster: string; fields: Fields }>;

type Expected = Omit<Write, "client">;

async function requestOf(world: RehearsalWorld, { resource, fields }: Pick<Write, "resource" | "fields">) {
  const body = resource.conversions.written?.(world, fields) ?? fields;
  return { method: "POST", path: await resource.path(world), body } as const;
}

async function write(world: RehearsalWorld, { client, cluster, ...written }: Write): Promise<void> {
  await world.doAs(client, cluster, await requestOf(world, written));
}

async function tryToWrite(world: RehearsalWorld, { client, cluster, ...written }: Write): Promise<void> {
  await world.tryAs(client, cluster, await requestOf(world, written));
}

When("{client} writes the {resource} in {cluster} with {string}", async function (client, resource, cluster, text) {
  await write(this, { client, resource, cluster, fields: await fieldsOf(this, text) });
});

When("{client} writes the {resource} in {cluster} with:", async function (client, resource, cluster, table) {
  await write(this, { client, resource, cluster, fields: await fieldsIn(this, table) });
});

When(
  "{client} writes the {resource} in {cluster} with the field {string}:",
  async function (client, resource, cluster, name, text: string) {
    await write(this, { client, resource, cluster, fields: { [name]: await filled(this, text) } });
  },
);

When("{client} tries to write the {resource} in {cluster} with {string}", async function (who, object, cluster, text) {
  await tryToWrite(this, { client: who, resource: object, cluster, fields: await fieldsOf(this, text) });
});

When("{client} tries to write the {resource} in {cluster} with:", async function (client, resource, cluster, table) {
  await tryToWrite(this, { client, resource, cluster, fields: await fieldsIn(this, table) });
});

When("{client} deletes the {resource} in {cluster}", async function (client, resource, cluster) {
  await this.doAs(client, cluster, { method: "DELETE", path: await resource.path(this) });
});

When("{client} tries to delete the {resource} in {cluster}", async function (client, resource, cluster) {
  await this.tryAs(client, cluster, { method: "DELETE", path: await resource.path(this) });
});

When("{client} tries to read the {resource} in {cluster}", async function (client, resource, cluster) {
  await this.tryAs(client, cluster, { method: "GET", path: await resource.path(this) });
});

When("{client} tries to list the {resources} in {cluster}", async function (client, { path }, cluster) {
  await this.tryAs(client, cluster, { method: "LIST", path });
});

async function readFields(world: RehearsalWorld, resource: Resource, cluster: string): Promise<Fields> {
  const body = await world.cluster(cluster).send("GET", await resource.path(world));
  const { connection_details: details = {}, ...shown } = (body.data ?? body) as Fields;
  return { ...(details as Fields), ...shown };
}

async function shownBy(world: RehearsalWorld, resource: Resource, cluster: string): Promise<Fields> {
  const fields = await readFields(world, resource, cluster);
  return resource.conversions.shown?.(world, fields) ?? fields;
}

function expectShown(shown: Fields, fields: Fields, words: string): void {
  for (const [name, value] of Object.entries(comparable(shown, fields))) {
    expect(value, `${name} of ${words}`).to.deep.equal(fields[name]);
  }
}

async function expectFields(world: RehearsalWorld, when: Moment, { resource, cluster, fields }: Expected) {
  const wanted = resource.conversions.expected?.(world, fields) ?? fields;
  await checkWhen(world, when, async () => {
    expectShown(await shownBy(world, resource, cluster), wanted, resource.words);
  });
}

Then("{when}the {resource} in {cluster} has {string}", async function (when, resource, cluster, text) {
  await expectFields(this, when, { resource, cluster, fields: await fieldsOf(this, text) });
});

Then("{when}the {resource} in {cluster} has:", async function (when, resource, cluster, table) {
  await expectFields(this, when, { resource, cluster, fields: await fieldsIn(this, table) });
});

Then(
  "{when}the field {string} of the {resource} in {cluster} contains {string}",
  async function (when, field, resource, cluster, text) {
    await checkWhen(this, when, async () => {
      expect(textOf((await shownBy(this, resource, cluster))[field]), resource.words).to.contain(text);
    });
  },
);

// Neither a field with this name nor this text in any field.
Then("the {resource} in {cluster} does not show {string}", async function (resource, cluster, text) {
  const shown = await shownBy(this, resource, cluster);
  expect(Object.keys(shown), resource.words).not.to.include(text);
  const hidden = await filled(this, text);
  for (const [name, value] of Object.entries(shown)) expect(textOf(value), name).not.to.contain(hidden);
});

Then("{when}{cluster} has the {resource}", async function (when, cluster, resource) {
  const [path, key] = [await resource.path(this), await resource.key?.(this)];
  await checkWhen(this, when, async () => {
    const shown = resource.list?.hasFields ? undefined : await this.cluster(cluster).read(path);
    expect(shown, resource.words).not.to.deep.equal({});
    if (resource.list === undefined || key === undefined) return;
    expect(await comparableKeys(this, resource.list, cluster), resource.words).to.include(key.toLowerCase());
  });
});

Then("{when}there is no {resource} in {cluster}", async function (when, resource, cluster) {
  const [path, key] = [await resource.path(this), await resource.key?.(this)];
  await checkWhen(this, when, async () => {
    if (!resource.list?.hasFields) await expectNotFound(this, resource, cluster, path);
    if (resource.list === undefined || key === undefined) return;
    expect(await comparableKeys(this, resource.list, cluster), resource.words).not.to.include(key.toLowerCase());
  });
});

Then("the {resource} and the {resource} in {cluster} have the same fields", async function (one, other, cluster) {
  const fields = await shownBy(this, one, cluster);
  expect(fields, one.words)
    .to.deep.equal(await shownBy(this, other, cluster))
    .and.not.to.deep.equal({});
});

async function expectNotFound(world: RehearsalWorld, { words }: Resource, cluster: string, path: string) {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "GET", path });
  expect(status, words).to.equal(404);
  const { metadata, ...shown } = body?.data ?? {};
  const present = Object.values(shown).filter((value) => value !== null);
  expect(present, words).to.deep.equal([]);
}

async function comparableKeys(world: RehearsalWorld, list: ResourceList, cluster: string): Promise<readonly string[]> {
  return (await keysOf(world, list, cluster)).map((key) => key.replace(/\/$/, "").toLowerCase());
}

/** Returns the keys of a list, and none for a list that does not exist: some servers answer 404 for an empty list. */
async function keysOf(world: RehearsalWorld, { path, hasFields }: ResourceList, cluster: string) {
  if (hasFields) return Object.keys(await world.cluster(cluster).read(path));
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path });
  expect(status, path).to.be.oneOf([200, 404]);
  return (body?.data?.keys ?? []) as readonly string[];
}

Then("{when}the {resources} in {cluster} are {string}", async function (when, list, cluster, names) {
  await checkWhen(this, when, async () => {
    const found = (await keysOf(this, list, cluster)).map((key) => list.nameOf(this, key));
    expect(found, list.words).to.have.same.members(names.split(", "));
  });
});

Then("{when}there are no {resources} in {cluster}", async function (when, list, cluster) {
  await checkWhen(this, when, async () => {
    expect(await keysOf(this, list, cluster), list.words).to.deep.equal([]);
  });
});

Then("the list of the {resources} in {cluster} shows nothing but {string}", async function ({ path }, cluster, names) {
  const { data, request_id, mount_type, ...rest } = await this.cluster(cluster).send("LIST", path);
  const { keys, ...more } = data ?? {};
  expect(keys).to.have.same.members(names.split(", "));
  expect(more).to.deep.equal({});
  // The other fields of every response are empty.
  for (const [name, value] of Object.entries(rest)) expect(value || null, name).to.equal(null);
});

Then("{cluster} refuses the {resource} with each of these:", async function (cluster, resource, table) {
  for (const [text = ""] of table.raw()) {
    await tryToWrite(this, { client: "an operator", resource, cluster, fields: await fieldsOf(this, text) });
    expectRefusal(this.last, `${resource.words} with ${text}`);
  }
});

// Afterwards the object has these, or those in the second column if there is one.
Then("{cluster} accepts the {resource} with each of these:", async function (cluster, resource, table) {
  for (const [text = "", expected = text] of table.raw()) {
    await write(this, { client: "an operator", resource, cluster, fields: await fieldsOf(this, text) });
    const shown = await shownBy(this, resource, cluster);
    expectShown(shown, await fieldsOf(this, expected), `${resource.words} with ${text}`);
  }
});

Given("the {word} of the {resource} in {cluster} is called {string}", async function (field, resource, cluster, name) {
  const value = fieldOf(await readFields(this, resource, cluster), field);
  expect(value, `${field} of ${resource.words}`).to.be.a("string");
  this.values.set(name, String(value));
});

// Each row has a field and two values, which are written one after the other.
Then(
  "{cluster} returns the fields of the {resource} as they were last written:",
  async function (cluster, resource, table) {
    const path = await resource.path(this);
    for (const time of ["first", "then"] as const) {
      const fields: Record<string, unknown> = {};
      for (const row of rowsOf(table, ["field", "first", "then"]))
        fields[row.field] = await parseValue(this, row[time]);
      await this.cluster(cluster).write(path, fields);
      expect(comparable(await readFields(this, resource, cluster), fields), `${path}, ${time}`).to.deep.equal(fields);
    }
  },
);
