import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../../fields.ts";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askAsRoot } from "./ask-as-root.ts";

/** The key of a cluster's filter, from its own status. */
async function keyOf(world: RehearsalWorld, cluster: string): Promise<string> {
  return (await world.cluster(cluster).status()).cluster_id ?? "";
}

async function filter(
  world: RehearsalWorld,
  leader: string,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await world.cluster(leader).write(`${performance}/primary/paths-filter/${id}`, fields);
}

function listed(paths: string): readonly string[] {
  return paths.split(", ").filter((path) => path !== "");
}

When(
  "{cluster} withholds {string} from {cluster}",
  async function (this: RehearsalWorld, leader: string, paths: string, follower: string) {
    await filter(this, leader, await keyOf(this, follower), { mode: "deny", paths: listed(paths) });
  },
);

Given(
  "{cluster} withholds {string} from whoever joins as {string}",
  async function (this: RehearsalWorld, leader: string, paths: string, name: string) {
    await filter(this, leader, name, { mode: "deny", paths: listed(paths) });
  },
);

When(
  "{cluster} allows {cluster} nothing but {string}",
  async function (this: RehearsalWorld, leader: string, follower: string, paths: string) {
    await filter(this, leader, await keyOf(this, follower), { mode: "allow", paths: listed(paths) });
  },
);

When(
  "{cluster} filters what {cluster} gets, with {string}",
  async function (this: RehearsalWorld, leader: string, follower: string, fields: string) {
    await filter(this, leader, await keyOf(this, follower), fieldsOf(fields));
  },
);

When(
  "somebody asks {cluster} to filter what {cluster} gets, with {string}",
  async function (this: RehearsalWorld, leader: string, follower: string, fields: string) {
    await askAsRoot(this, leader, `primary/paths-filter/${await keyOf(this, follower)}`, fieldsOf(fields));
  },
);

When(
  "{cluster} lifts the filter of {cluster}",
  async function (this: RehearsalWorld, leader: string, follower: string) {
    await this.cluster(leader).tell("DELETE", `${performance}/primary/paths-filter/${await keyOf(this, follower)}`);
  },
);

Then(
  "the filter of {cluster} in {cluster} is {string} with {string}",
  async function (this: RehearsalWorld, follower: string, leader: string, mode: string, paths: string) {
    const told = await this.cluster(leader).read(`${performance}/primary/paths-filter/${await keyOf(this, follower)}`);
    expect(told).to.deep.equal({ mode, paths: listed(paths) });
  },
);

Then("{cluster} has no filter in {cluster}", async function (this: RehearsalWorld, follower: string, leader: string) {
  const path = `${performance}/primary/paths-filter/${await keyOf(this, follower)}`;
  const { status } = await this.cluster(leader).ask({ method: "GET", path, token: this.cluster(leader).rootToken });
  expect(status).to.equal(404);
});

/** Mounts, auth methods and namespaces of a cluster's root namespace, as its lists tell them. */
async function placesIn(world: RehearsalWorld, cluster: string): Promise<readonly string[]> {
  const { rootToken: token } = world.cluster(cluster);
  const spaces = await world.cluster(cluster).ask({ method: "LIST", path: "sys/namespaces", token });
  const keys = spaces.status === 404 ? [] : (spaces.body?.data?.keys as readonly string[]);
  return [
    ...Object.keys(await world.cluster(cluster).read("sys/mounts")),
    ...Object.keys(await world.cluster(cluster).read("sys/auth")).map((path) => `auth/${path}`),
    ...keys,
  ];
}

Then("{cluster} has these places:", async function (this: RehearsalWorld, cluster: string, table: DataTable) {
  await this.eventually(async () => {
    const places = await placesIn(this, cluster);
    for (const { place = "", there } of table.hashes()) {
      expect(places.includes(place), `${place} in ${cluster}`).to.equal(there === "yes");
    }
  });
});

Then(
  "{cluster} and {cluster} agree that {string} is withheld",
  async function (this: RehearsalWorld, leader: string, follower: string, paths: string) {
    const id = await keyOf(this, follower);
    const told = await this.cluster(leader).read(`${performance}/primary/dynamic-filter/${id}`);
    const names = ["dynamic_filtered_namespaces", "dynamic_filtered_mounts"];
    expect(names.flatMap((name) => told[name])).to.deep.equal(listed(paths));
    await this.eventually(async () => {
      expect(await this.cluster(follower).read(`${performance}/secondary/dynamic-filter/${id}`)).to.deep.equal(told);
    });
  },
);
