import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askReplication } from "./ask-replication.ts";

/** Returns the id by which a paths filter names the secondary `cluster`. */
function keyOf(world: RehearsalWorld, cluster: string): Promise<string> {
  return world.cluster(cluster).filterKey();
}

async function filter(
  world: RehearsalWorld,
  primary: string,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await world.cluster(primary).write(`${performance}/primary/paths-filter/${id}`, fields);
}

function listed(paths: string): readonly string[] {
  return paths.split(", ").filter((path) => path !== "");
}

When(
  "the paths filter of {cluster} in {cluster} denies {string}",
  async function (this: RehearsalWorld, secondary: string, primary: string, paths: string) {
    await filter(this, primary, await keyOf(this, secondary), { mode: "deny", paths: listed(paths) });
  },
);

Given(
  "the paths filter of the secondary {string} in {cluster} denies {string}",
  async function (this: RehearsalWorld, name: string, primary: string, paths: string) {
    await filter(this, primary, name, { mode: "deny", paths: listed(paths) });
  },
);

When(
  "the paths filter of {cluster} in {cluster} allows only {string}",
  async function (this: RehearsalWorld, secondary: string, primary: string, paths: string) {
    await filter(this, primary, await keyOf(this, secondary), { mode: "allow", paths: listed(paths) });
  },
);

When(
  "the paths filter of {cluster} in {cluster} is written with {string}",
  async function (this: RehearsalWorld, secondary: string, primary: string, fields: string) {
    await filter(this, primary, await keyOf(this, secondary), fieldsOf(fields));
  },
);

When(
  "{client} tries to write the paths filter of {cluster} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, secondary: string, primary: string, fields: string) {
    const path = `primary/paths-filter/${await keyOf(this, secondary)}`;
    await askReplication(this, { who, cluster: primary, path, body: fieldsOf(fields) });
  },
);

When(
  "the paths filter of {cluster} is deleted in {cluster}",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    await this.cluster(primary).send("DELETE", `${performance}/primary/paths-filter/${await keyOf(this, secondary)}`);
  },
);

Then(
  "the paths filter of {cluster} in {cluster} has the mode {string} and the paths {string}",
  async function (this: RehearsalWorld, secondary: string, primary: string, mode: string, paths: string) {
    const told = await this.cluster(primary).read(
      `${performance}/primary/paths-filter/${await keyOf(this, secondary)}`,
    );
    expect(told).to.deep.equal({ mode, paths: listed(paths) });
  },
);

Then(
  "there is no paths filter of {cluster} in {cluster}",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    const path = `${performance}/primary/paths-filter/${await keyOf(this, secondary)}`;
    const { status } = await this.cluster(primary).askAsOperator({ method: "GET", path });
    expect(status).to.equal(404);
  },
);

/** Returns the paths of mounts, auth methods and namespaces in a cluster's root namespace, from its lists. */
async function pathsIn(world: RehearsalWorld, cluster: string): Promise<readonly string[]> {
  const spaces = await world.cluster(cluster).askAsOperator({ method: "LIST", path: "sys/namespaces" });
  const keys = spaces.status === 404 ? [] : (spaces.body?.data?.keys as readonly string[]);
  return [
    ...Object.keys(await world.cluster(cluster).read("sys/mounts")),
    ...Object.keys(await world.cluster(cluster).read("sys/auth")).map((path) => `auth/${path}`),
    ...keys,
  ];
}

Then(
  "{cluster} has these mounts and namespaces:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    await this.eventually(async () => {
      const paths = await pathsIn(this, cluster);
      for (const { path = "", present } of table.hashes()) {
        expect(paths.includes(path), `${path} in ${cluster}`).to.equal(present === "yes");
      }
    });
  },
);

async function filteredFor(world: RehearsalWorld, primary: string, secondary: string) {
  return await world.cluster(primary).read(`${performance}/primary/dynamic-filter/${await keyOf(world, secondary)}`);
}

async function expectFiltered(world: RehearsalWorld, primary: string, secondary: string, paths: string): Promise<void> {
  const told = await filteredFor(world, primary, secondary);
  const names = ["dynamic_filtered_namespaces", "dynamic_filtered_mounts"];
  expect(names.flatMap((name) => told[name])).to.deep.equal(listed(paths));
}

async function expectSameFiltered(world: RehearsalWorld, secondary: string, primary: string): Promise<void> {
  const told = await filteredFor(world, primary, secondary);
  const path = `${performance}/secondary/dynamic-filter/${await keyOf(world, secondary)}`;
  await world.eventually(async () => {
    expect(await world.cluster(secondary).read(path)).to.deep.equal(told);
  });
}

Then(
  "{cluster} reports {string} as filtered for {cluster}",
  async function (this: RehearsalWorld, primary: string, paths: string, secondary: string) {
    await expectFiltered(this, primary, secondary, paths);
  },
);

Then(
  "{cluster} reports the same as {cluster}",
  async function (this: RehearsalWorld, secondary: string, primary: string) {
    await expectSameFiltered(this, secondary, primary);
  },
);

Then(
  "{cluster} and {cluster} both report {string} as filtered",
  async function (this: RehearsalWorld, primary: string, secondary: string, paths: string) {
    await expectFiltered(this, primary, secondary, paths);
    await expectSameFiltered(this, secondary, primary);
  },
);

When(
  "the secrets engine at {string} is disabled in {cluster}",
  async function (this: RehearsalWorld, mount: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", `sys/mounts/${mount}`);
  },
);

Then(
  "{cluster} has no auth method at {string}, and no login there succeeds",
  async function (this: RehearsalWorld, cluster: string, mount: string) {
    for (const path of [`sys/auth/${mount}`, `auth/${mount}/users`])
      expectRefusal(await this.tryAs("an operator", cluster, { method: "GET", path }), path);
    const login = { method: "POST", path: `auth/${mount}/login/ada`, body: { password: "opensesame" } } as const;
    expectRefusal(await this.tryAs("an unauthenticated client", cluster, login), login.path);
  },
);
