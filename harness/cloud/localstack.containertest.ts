import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";
import { GetUserCommand, IAMClient } from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { getContainerRuntimeClient } from "testcontainers";
import type { CloudProvider, CloudUser } from "./embedded/cloud-provider.ts";
import { localStackCloud } from "./localstack-cloud.ts";

// Requires Docker, so its name excludes it from the usual tests.

let cloud: CloudProvider;
before(async () => {
  cloud = await localStackCloud();
});
after(() => cloud[Symbol.asyncDispose]());

test("a user created in LocalStack has the identity of its key", async () => {
  const ada = await cloud.createUser("ada", "/team/");
  assert.equal(ada.arn, `arn:aws:iam::${cloud.account}:user/team/ada`);
  assert.match(ada.accessKeyId, /^AKIA/);
  const identity = await whoIs(ada);
  assert.equal(identity.Arn, ada.arn);
  assert.equal(identity.UserId, ada.uniqueId);
});

test("a deleted user is gone, and a new one of the same name is different", async () => {
  const first = await cloud.createUser("bob");
  await cloud.deleteUser("bob");
  const iam = new IAMClient(access(cloud.administrator));
  await assert.rejects(iam.send(new GetUserCommand({ UserName: "bob" })), { name: "NoSuchEntityException" });
  iam.destroy();
  const second = await cloud.createUser("bob");
  assert.notEqual(second.uniqueId, first.uniqueId);
});

test("LocalStack accepts a wrong secret, so it does not verify signatures", async () => {
  const eve = await cloud.createUser("eve");
  const identity = await whoIs({ ...eve, secretAccessKey: "not hers" });
  assert.equal(identity.Arn, eve.arn);
  assert.equal(cloud.capabilities.has("signatures"), false);
});

test("a LocalStack with a given address keeps running, and every stage has its own account", async () => {
  const carol = await cloud.createUser("carol");
  {
    await using shared = await localStackCloud({ url: cloud.url });
    assert.notEqual(shared.account, cloud.account);
    assert.equal((await shared.createUser("carol")).arn, `arn:aws:iam::${shared.account}:user/carol`);
  }
  assert.equal((await whoIs(carol)).Arn, carol.arn);
});

test("our container has the run's label, and is removed at the end", async () => {
  const before = await labelled();
  {
    await using another = await localStackCloud();
    assert.notEqual(another.url, cloud.url);
    assert.equal((await labelled()).length, before.length + 1);
  }
  assert.deepEqual(await labelled(), before);
});

async function labelled(): Promise<readonly string[]> {
  const { container } = await getContainerRuntimeClient();
  const ours = await container.list();
  return ours.filter(({ Labels }) => Labels["understudy.run"] === String(process.pid)).map(({ Id }) => Id);
}

async function whoIs(user: CloudUser) {
  const sts = new STSClient(access(user));
  try {
    return await sts.send(new GetCallerIdentityCommand({}));
  } finally {
    sts.destroy();
  }
}

function access(credentials: { accessKeyId: string; secretAccessKey: string }) {
  return { endpoint: cloud.url, region: cloud.region, credentials };
}
