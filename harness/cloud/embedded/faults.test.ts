import { strict as assert } from "node:assert";
import { after, afterEach, before, suite, test } from "node:test";
import { CreateUserCommand, GetUserCommand, IAMClient } from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import type { CloudFault, FaultScope } from "./cloud-fault.ts";
import type { CloudProvider, CloudUser } from "./cloud-provider.ts";
import { embeddedCloud } from "./embedded-cloud.ts";

let cloud: CloudProvider;
let ada: CloudUser;
let bob: CloudUser;
const set: FaultScope[] = [];

before(async () => {
  cloud = await embeddedCloud();
  [ada, bob] = [await cloud.createUser("ada"), await cloud.createUser("bob")];
});
afterEach(async () => {
  for (const scope of set.splice(0)) await cloud.setFault(scope, undefined);
});
after(() => cloud[Symbol.asyncDispose]());

async function setFault(scope: FaultScope, fault: CloudFault): Promise<void> {
  set.push(scope);
  await cloud.setFault(scope, fault);
}

function access(key: CloudUser) {
  return { endpoint: cloud.url, region: cloud.region, credentials: key, maxAttempts: 1 };
}

async function whoIs(key: CloudUser): Promise<string | undefined> {
  using sts = disposable(new STSClient(access(key)));
  return (await sts.client.send(new GetCallerIdentityCommand({}))).Arn;
}

async function userOf(key: CloudUser): Promise<string | undefined> {
  using iam = disposable(new IAMClient(access(key)));
  return (await iam.client.send(new GetUserCommand({}))).User?.UserName;
}

function disposable<Client extends { destroy(): void }>(client: Client) {
  return { client, [Symbol.dispose]: () => client.destroy() };
}

suite("faults of the embedded cloud", () => {
  test("a fault applies only to its service, action or caller", async () => {
    await setFault({ service: "sts" }, "Throttling");
    await assert.rejects(whoIs(ada), { name: "Throttling" });
    assert.equal(await userOf(ada), "ada");
    await cloud.setFault({ service: "sts" }, undefined);
    await setFault({ caller: ada.arn }, "InternalFailure");
    await assert.rejects(whoIs(ada), { name: "InternalFailure" });
    await assert.rejects(userOf(ada), { name: "InternalFailure" });
    assert.equal(await whoIs(bob), bob.arn);
    await cloud.setFault({ caller: ada.arn }, undefined);
    await cloud.setFault("GetUser", "AccessDenied");
    set.push({ action: "GetUser" });
    await assert.rejects(userOf(bob), { name: "AccessDenied" });
    assert.equal(await whoIs(ada), ada.arn);
  });

  test("of two faults the one with the narrower scope applies", async () => {
    await setFault({ service: "sts" }, "Throttling");
    await setFault({ service: "sts", caller: ada.arn }, "ExpiredToken");
    await assert.rejects(whoIs(ada), { name: "ExpiredToken" });
    await assert.rejects(whoIs(bob), { name: "Throttling" });
  });

  for (const [fault, name] of [
    ["expired", "ExpiredToken"],
    ["wrong region", "SignatureDoesNotMatch"],
    ["clock skew", "SignatureDoesNotMatch"],
  ] as const) {
    test(`the AWS SDK reports "${fault}" as ${name}`, async () => {
      await setFault({ caller: ada.arn, action: "GetCallerIdentity" }, fault);
      await assert.rejects(whoIs(ada), { name });
      assert.equal(await whoIs(bob), bob.arn);
    });
  }

  test('a call with "cut" is not executed, a call with "cut after" is', async () => {
    const made = async () => (await cloud.calls()).filter(({ action }) => action === "CreateUser").length;
    using iam = disposable(new IAMClient(access(ada)));
    await setFault({ action: "CreateUser" }, "cut");
    await assert.rejects(iam.client.send(new CreateUserCommand({ UserName: "first" })));
    assert.equal(await made(), 0);
    await cloud.setFault("CreateUser", "cut after");
    await assert.rejects(iam.client.send(new CreateUserCommand({ UserName: "second" })));
    assert.equal(await made(), 1);
    await cloud.setFault("CreateUser", undefined);
    await iam.client.send(new CreateUserCommand({ UserName: "first" }));
    await assert.rejects(iam.client.send(new CreateUserCommand({ UserName: "second" })), {
      name: "EntityAlreadyExistsException",
    });
  });

  test("a response that is out of order is overtaken by the next", async () => {
    await setFault({ caller: ada.arn }, "out of order");
    const answers: string[] = [];
    const asked = [ada, bob].map(async (user) => {
      if (user === bob) await calls(1);
      await whoIs(user);
      answers.push(user.name);
    });
    await Promise.all(asked);
    assert.deepEqual(answers, ["bob", "ada"]);
  });

  test("a caller that is recreated is a different principal without keys", async () => {
    const jane = await cloud.createUser("jane", "/team/");
    await setFault({ caller: jane.arn }, "caller made again");
    assert.equal(await whoIs(jane), jane.arn);
    await assert.rejects(whoIs(jane), { name: "InvalidClientTokenId" });
    assert.deepEqual(await cloud.accessKeysOf("jane"), []);
  });
});

async function calls(count: number): Promise<void> {
  const before = Date.now();
  const seen = async () =>
    (await cloud.calls()).filter(({ caller, at }) => caller === ada.arn && at >= before - 50).length;
  while ((await seen()) < count) await new Promise((resolve) => setImmediate(resolve));
}
