import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { productOf } from "#harness/databases/product.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import { databaseUrl, worldParts } from "#harness/simulation/world-parts.ts";
import { otherThan } from "#scenarios/altered.ts";
import { serverId } from "#scenarios/variants/signed-evidence.ts";
import { stsRegion } from "#scenarios/world/clouds.ts";
import { Databases } from "#scenarios/world/databases.ts";
import { networkOf } from "#scenarios/world/instances.ts";
import { type Coincidence, coincidences, secondsOf } from "./coincidences.ts";
import { usualDurations } from "./usual-durations.ts";

const allowed: readonly Coincidence[] = [
  { fields: ["cloud.account", "instance.account"], reason: "the instance runs in the account of the service" },
  { fields: ["instance.region", "cloud.region"], reason: "the default region of instances" },
];

function valuesOf(objects: Readonly<Record<string, object>>): readonly (readonly [string, string])[] {
  return Object.entries(objects).flatMap(([kind, object]) =>
    Object.entries(object)
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .map(([field, value]) => [`${kind}.${field}`, value] as const),
  );
}

async function fixtures() {
  const { provider: cloud } = worldParts({ seed: 1, clusters: ["Oslo"], listeners: [] }).cloud;
  const elsewhere = await cloud.otherAccount(otherThan(cloud.account));
  const user = await cloud.createUser("Ada");
  const role = await cloud.createRole("web");
  const profile = { arn: await cloud.createProfile("hosts-1", role.name), name: "hosts-1" };
  const instance = await cloud.runInstance({ ...networkOf("web-1"), profile: profile.name });
  const product = productOf({ kind: "postgresql" });
  const databases = new Databases(() => product.userEnding);
  const { username, password } = new URL(databaseUrl);
  const databaseUser = { step: "app", name: databases.nameOf("app"), password: databases.passwordFor("app") };
  return {
    cloud: { ...cloud, ...cloud.administrator },
    elsewhere: { account: elsewhere.account, ...elsewhere.administrator },
    ...{ user, role, profile, instance, network: networkOf("web-1"), databaseUser },
    databaseRoot: { username, password },
    server: { serverId, stsRegion },
  };
}

test("no two fields of the fixtures have the same value", async () => {
  const values = valuesOf(await fixtures());
  expect(values).to.have.length.above(30);
  expect(coincidences(values, allowed)).to.deep.equal([]);
});

test("two instances of a scenario have different values in all fields but region and account", async () => {
  const { provider: cloud } = worldParts({ seed: 1, clusters: ["Oslo"], listeners: [] }).cloud;
  const [one = {}, other = {}] = await Promise.all(
    ["web-1", "web-2"].map(async (name) => ({ ...(await cloud.runInstance()), ...networkOf(name) })),
  );
  const same = Object.entries(one).filter(([field, value]) => (other as Record<string, unknown>)[field] === value);
  expect(same.map(([field]) => field).sort()).to.deep.equal(["account", "region"]);
  expect(stsRegion).not.to.equal(cloud.region);
});

test("names and passwords of database users need quoting and escaping", async () => {
  const { databaseUser, profile, role } = await fixtures();
  for (const text of [databaseUser.name, databaseUser.password])
    for (const character of ["'", '"', " ", "%"]) expect(text).to.contain(character);
  expect(profile.name).not.to.contain(role.name);
  expect(role.name).not.to.contain(profile.name);
});

const timeField = /\b(\w*(?:ttl|period|lease|buffer)\w*): (?:"(\d+[smhd]?)"|(\d[\d_]*)\b)/g;

test("no duration in a step equals a default of the engine", async () => {
  const files = globSync("scenarios/{steps/**/*,models/token-terms}.ts", { cwd: packageRoot });
  const found = files.flatMap((file) =>
    [...readFileSync(`${packageRoot}${file}`, "utf8").matchAll(timeField)].map(([, field = "", text, number]) => ({
      ...{ file, field },
      seconds: secondsOf(text ?? (number ?? "").replaceAll("_", "")),
    })),
  );
  expect(found).to.have.length.above(3);
  const usual = Object.values(await usualDurations());
  expect(usual).to.include(2_764_800);
  expect(found.filter(({ seconds }) => usual.includes(seconds))).to.deep.equal([]);
});

test("a coincidence is found, and an unused permission too", () => {
  const values = [
    ["role.name", "web"],
    ["profile.name", "web"],
    ["user.name", "web"],
  ] as const;
  const pair = { fields: ["role.name", "profile.name"], reason: "r" };
  expect(coincidences(values, [pair])).to.deep.equal(['"web": profile.name, role.name, user.name']);
  expect(coincidences(values.slice(0, 2), [pair])).to.deep.equal([]);
  expect(coincidences(values.slice(0, 1), [pair])).to.deep.equal(["not needed any more: role.name, profile.name"]);
});
