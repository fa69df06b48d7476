import { type DataTable, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { loginOf } from "./log-in.ts";

/** Metadata of logins that config/identity can select. Others, such as the role's id, are excluded. */
const selectable = [
  "account_id",
  "auth_type",
  "canonical_arn",
  "client_arn",
  "client_user_id",
  "inferred_cloud_region",
  "inferred_entity_id",
  "inferred_entity_type",
  "ami_id",
  "instance_id",
  "region",
];

type Metadata = Readonly<Record<string, string>>;

function chosen(metadata: unknown): Metadata {
  const all = Object.entries((metadata ?? {}) as Metadata);
  return Object.fromEntries(all.filter(([name]) => selectable.includes(name)));
}

async function aliasOf(world: RehearsalWorld, who: string, cluster: string) {
  const mounted = (await world.cluster(cluster).read("sys/auth"))["cloud/"] as { accessor: string };
  const { aliases } = await world.cluster(cluster).read(`identity/entity/id/${loginOf(world, who).entity_id}`);
  const found = (aliases as readonly { name: string; mount_accessor: string; metadata: Metadata | null }[]).filter(
    ({ mount_accessor }) => mount_accessor === mounted.accessor,
  );
  expect(found, `aliases of ${who}`).to.have.length(1);
  return found[0] as (typeof found)[number];
}

Then(
  "the alias of {holder} in {cluster} is the ID of role {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    const { role_id } = await this.cluster(cluster).read(`auth/cloud/role/${role}`);
    expect(role_id).to.be.a("string").that.is.not.empty.and.not.equal(role);
    expect((await aliasOf(this, who, cluster)).name).to.equal(role_id);
  },
);

Then(
  "the alias of {holder} in {cluster} is the unique ID of {person}",
  async function (this: RehearsalWorld, who: string, cluster: string, whose: string) {
    expect((await aliasOf(this, who, cluster)).name).to.equal(this.clouds.user(whose).uniqueId);
  },
);

Then(
  "the alias of {holder} in {cluster} is {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, name: string) {
    const expected = name.replaceAll("{account}", this.stage.cloud.account);
    expect((await aliasOf(this, who, cluster)).name).to.equal(expected);
  },
);

Then(
  "the alias of {holder} in {cluster} carries the metadata of the token",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const { metadata } = await aliasOf(this, who, cluster);
    expect(chosen(metadata)).to.deep.equal(chosen(loginOf(this, who).metadata));
  },
);

Then("{holder} and {holder} are one entity", function (this: RehearsalWorld, one: string, other: string) {
  expect(loginOf(this, one).entity_id).to.be.a("string").that.is.not.empty;
  expect(loginOf(this, one).entity_id).to.equal(loginOf(this, other).entity_id);
});

Then("{holder} and {holder} are two entities", function (this: RehearsalWorld, one: string, other: string) {
  expect(loginOf(this, one).entity_id).not.to.equal(loginOf(this, other).entity_id);
});

function expectNames(metadata: unknown, names: string): void {
  expect(Object.keys(chosen(metadata))).to.have.members(names === "" ? [] : names.split(", "));
}

Then(
  "the token of {holder} carries the metadata {string} alone",
  function (this: RehearsalWorld, who: string, names: string) {
    expectNames(loginOf(this, who).metadata, names);
  },
);

Then(
  "the token of {holder} carries the {word} {string}",
  function (this: RehearsalWorld, who: string, name: string, value: string) {
    const expected = value
      .replaceAll("{account}", this.stage.cloud.account)
      .replaceAll("{unique id}", () => this.clouds.user(who).uniqueId)
      .replace(/\{instance:([\w-]+)\}/g, (_, instance: string) => this.instances.named(instance).instance.id);
    expect(chosen(loginOf(this, who).metadata)[name]).to.equal(expected);
  },
);

Then(
  "the audit entry of the login of {holder} in {cluster} shows the metadata {string} alone",
  async function (this: RehearsalWorld, who: string, cluster: string, names: string) {
    const text = await (await this.stage.auditFile(cluster)).text();
    const entries = text.split("\n").filter((line) => line !== "");
    const logins = entries
      .map((line) => JSON.parse(line))
      .filter(({ type, request }) => type === "response" && request?.path === "auth/cloud/login");
    expect(logins).to.have.length(1);
    const { metadata } = logins[0].response.auth;
    expectNames(metadata, names);
    expect(chosen(metadata)).to.deep.equal(chosen(loginOf(this, who).metadata));
  },
);

Then(
  "the identity configuration in {cluster} keeps each of these:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    for (const { field = "", value = "" } of table.hashes()) {
      const sent: unknown = value.startsWith("[") ? JSON.parse(value) : value;
      await this.cluster(cluster).write("auth/cloud/config/identity", { [field]: sent });
      const told = await this.cluster(cluster).read("auth/cloud/config/identity");
      expect(told[field], `${field}=${value}`).to.deep.equal(sent);
    }
  },
);
