import { test } from "node:test";
import { expect } from "chai";
import { providerClient } from "#engine/cloud/provider-api/provider-client.ts";
import type { Storage } from "#engine/core/storage/storage.ts";
import { cryptographyForTests as cryptography } from "#engine/ports/cryptography-for-tests.suite.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { SimulatedCloud } from "./simulated-cloud.ts";

const satellite = "210987654321";

test("the engine's client reads users and roles; a user that is created again has another unique id", async () => {
  const { provider, client, done } = await world();
  const ada = await provider.createUser("ada", "/team/");
  const { getUser, getRole } = await client();
  expect(await done(getUser("ada"))).to.deep.equal({ arn: ada.arn, uniqueId: ada.uniqueId, path: "/team/" });
  const role = await provider.createRole("web", { path: "/team/" });
  expect(await done(getRole("web"))).to.deep.equal({ arn: role.arn, uniqueId: role.uniqueId, path: "/team/" });
  await provider.deleteUser("ada");
  const refused = await done(refusal(getUser("ada")));
  expect(refused).to.match(
    /^NoSuchEntity: The user with name ada cannot be found\.\n\tstatus code: 404, request id: .{36}$/,
  );
  const again = await provider.createUser("ada", "/team/");
  expect(again.uniqueId).not.to.equal(ada.uniqueId);
  expect((await done(getUser("ada"))).uniqueId).to.equal(again.uniqueId);
});

test("the engine's client describes instances, and those of another account with the role that it assumes there", async () => {
  const { provider, client, done, write } = await world();
  const { id } = await provider.runInstance({
    image: "ami-1",
    vpc: "vpc-1",
    subnet: "subnet-1",
    tags: { Role: "a&b" },
  });
  const own = await client();
  expect(await done(own.describeInstance(id, provider.region))).to.deep.equal({
    id,
    state: "running",
    imageId: "ami-1",
    vpcId: "vpc-1",
    subnetId: "subnet-1",
    profileArn: undefined,
    ownerId: provider.account,
    tags: new Map([["Role", "a&b"]]),
  });
  expect(await done(refusal(own.describeInstance(id, "eu-west-1")))).to.match(/^InvalidInstanceID\.NotFound: /);
  const other = await provider.otherAccount(satellite);
  const role = await other.createRole("reader", { trusts: [provider.account], externalId: "x" });
  const foreign = await other.runInstance();
  expect(await done(refusal(own.describeInstance(foreign.id, provider.region)))).to.match(/^InvalidInstanceID/);
  await write(`sts/${satellite}`, { arn: role.arn, externalId: "x" });
  const there = await client(satellite);
  expect((await done(there.describeInstance(foreign.id, provider.region)))?.ownerId).to.equal(satellite);
  await other.createProfile("profile", "reader");
  expect(await done(there.rolesOfProfile("profile"))).to.deep.equal([role.arn]);
  await write(`sts/${satellite}`, { arn: role.arn, externalId: "y" });
  expect(await refusal(client(satellite))).to.match(/^AccessDenied: /);
});

test("the engine's client is refused with a wrong secret, and the message contains no secret", async () => {
  const { provider, client, done, configure } = await world();
  await configure({ secret_key: "wrong" });
  const message = await done(refusal((await client()).getUser("administrator")));
  expect(message).to.match(/^SignatureDoesNotMatch: /);
  expect(message).not.to.include("wrong").and.not.to.include(provider.administrator.secretAccessKey);
});

async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => expect.fail("was not refused"),
    (error: Error) => error.message,
  );
}

async function world() {
  const scheduler = new Scheduler();
  const network = new Network({
    scheduler,
    random: random(1, "network"),
    recorder: recording(() => scheduler.exactNow()).recorder,
  });
  const cloud = new SimulatedCloud({ scheduler, network, random: random(1, "cloud") });
  const { provider } = cloud;
  const stored = new Map<string, string>();
  const storage: Storage = {
    read: async (space, key) => stored.get(`${space}/${key}`),
    keys: async () => [],
    commit: async (changes) => {
      for (const { space, key, value } of changes) stored.set(`${space}/${key}`, value ?? "");
    },
  };
  const write = (key: string, value: object) =>
    storage.commit([{ space: "shared", key, value: JSON.stringify(value) }]);
  const configure = (change: object) =>
    write("config/client", {
      max_retries: 0,
      access_key: provider.administrator.accessKeyId,
      secret_key: provider.administrator.secretAccessKey,
      endpoint: provider.url,
      iam_endpoint: provider.url,
      sts_endpoint: provider.url,
      sts_region: "eu-west-3",
      ...change,
    });
  await configure({});
  const nothing = () => {};
  const log = { info: nothing, warn: nothing, error: nothing };
  const context = { mount: { type: "cloud" }, storage, clock: simulatedClock(scheduler), cryptography, log };
  const done = <T>(promise: Promise<T>) => scheduler.until(promise);
  const client = (account?: string) =>
    done(providerClient({ cloud: cloud.port("oslo"), context, ...(account === undefined ? undefined : { account }) }));
  return { provider, client, done, write, configure };
}
