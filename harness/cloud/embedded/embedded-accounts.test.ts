import { strict as assert } from "node:assert";
import { after, before, test } from "node:test";
import { DescribeInstancesCommand, EC2Client } from "@aws-sdk/client-ec2";
import {
  CreateRoleCommand,
  DeleteRoleCommand,
  GetInstanceProfileCommand,
  GetRoleCommand,
  IAMClient,
} from "@aws-sdk/client-iam";
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { SignatureV4 } from "@smithy/signature-v4";
import { NodeSha256 } from "../node-sha256.ts";
import type { CloudKey, CloudProvider } from "./cloud-provider.ts";
import { embeddedCloud } from "./embedded-cloud.ts";

let offset = 0;
let cloud: CloudProvider;

before(async () => {
  cloud = await embeddedCloud({ now: () => Date.now() + offset });
});
after(() => cloud[Symbol.asyncDispose]());

test("the AWS SDK creates, reads and deletes roles; a recreated role is a different one", async () => {
  await using iam = disposable(new IAMClient(access(cloud.administrator)));
  const options = { RoleName: "web", Path: "/team/", AssumeRolePolicyDocument: "{}" };
  const { Role: made } = await iam.client.send(new CreateRoleCommand(options));
  assert.equal(made?.Arn, `arn:aws:iam::${cloud.account}:role/team/web`);
  assert.match(made?.RoleId ?? "", /^AROA[A-Z2-7]{17}$/);
  const { Role: read } = await iam.client.send(new GetRoleCommand({ RoleName: "web" }));
  assert.equal(read?.RoleId, made?.RoleId);
  await iam.client.send(new DeleteRoleCommand({ RoleName: "web" }));
  await assert.rejects(iam.client.send(new GetRoleCommand({ RoleName: "web" })), { name: "NoSuchEntityException" });
  const again = await cloud.createRole("web", { path: "/team/" });
  assert.equal(again.arn, made?.Arn);
  assert.notEqual(again.uniqueId, made?.RoleId);
});

test("the AWS SDK sees the identity of a role session until it expires", async () => {
  const role = await cloud.createRole("painter", { path: "/art/" });
  const session = await cloud.assumeRole("painter", "i-0123");
  const { Arn, UserId, Account } = await whoIs(session);
  assert.equal(Arn, `arn:aws:sts::${cloud.account}:assumed-role/painter/i-0123`);
  assert.deepEqual([UserId, Account, session.arn], [`${role.uniqueId}:i-0123`, cloud.account, Arn]);
  const { sessionToken: _, ...bare } = session;
  await assert.rejects(whoIs(bare), { name: "InvalidClientTokenId" });
  offset = 3_601_000;
  await assert.rejects(whoIs(session, offset), { name: "ExpiredToken" });
  offset = 0;
});

test("a role of another account can be assumed by trusted callers with the external id", async () => {
  const other = await cloud.otherAccount("210987654321");
  const trusting = await other.createRole("reader", { trusts: [cloud.account], externalId: "x-1" });
  await other.createRole("closed");
  const assume = async (key: CloudKey, more: object) => {
    await using sts = disposable(new STSClient(access(key)));
    return sts.client.send(new AssumeRoleCommand({ RoleArn: trusting.arn, RoleSessionName: "oslo", ...more }));
  };
  const { Credentials: got, AssumedRoleUser: who } = await assume(cloud.administrator, { ExternalId: "x-1" });
  assert.equal(who?.Arn, "arn:aws:sts::210987654321:assumed-role/reader/oslo");
  const key = {
    accessKeyId: got?.AccessKeyId ?? "",
    secretAccessKey: got?.SecretAccessKey ?? "",
    sessionToken: got?.SessionToken ?? "",
  };
  assert.equal((await whoIs(key)).Account, "210987654321");
  await using iam = disposable(new IAMClient(access(key)));
  const { Role: read } = await iam.client.send(new GetRoleCommand({ RoleName: "reader" }));
  assert.equal(read?.RoleId, trusting.uniqueId);
  const denied = { name: "AccessDenied" };
  await assert.rejects(assume(cloud.administrator, {}), denied);
  await assert.rejects(assume(cloud.administrator, { ExternalId: "x-2" }), denied);
  await assert.rejects(assume(other.administrator, { ExternalId: "x-1" }), denied);
  const closed = { RoleArn: "arn:aws:iam::210987654321:role/closed" };
  await assert.rejects(assume(cloud.administrator, closed), denied);
  const absent = { RoleArn: "arn:aws:iam::210987654321:role/absent" };
  await assert.rejects(assume(other.administrator, absent), denied);
});

test("the AWS SDK describes instances of its region and account, with all their properties", async () => {
  await cloud.createRole("app");
  const profileArn = await cloud.createProfile("app-profile", "app");
  const options = { image: "ami-1", vpc: "vpc-1", subnet: "subnet-1", profile: "app-profile", tags: { Role: "a & b" } };
  const { id } = await cloud.runInstance(options);
  const describe = async (key: CloudKey, region = cloud.region) => {
    await using ec2 = disposable(new EC2Client({ ...access(key), region }));
    const { Reservations: found } = await ec2.client.send(new DescribeInstancesCommand({ InstanceIds: [id] }));
    return found?.[0]?.Instances?.[0];
  };
  const found = await describe(cloud.administrator);
  assert.equal(found?.InstanceId, id);
  assert.deepEqual(found?.State, { Code: 16, Name: "running" });
  assert.deepEqual([found?.ImageId, found?.VpcId, found?.SubnetId], ["ami-1", "vpc-1", "subnet-1"]);
  assert.equal(found?.IamInstanceProfile?.Arn, profileArn);
  assert.deepEqual(found?.Tags, [{ Key: "Role", Value: "a & b" }]);
  assert.ok(found?.LaunchTime instanceof Date && Math.abs(found.LaunchTime.getTime() - Date.now()) < 60_000);
  await cloud.changeInstance(id, { state: "stopped", tags: {} });
  const stopped = await describe(cloud.administrator);
  assert.deepEqual([stopped?.State, stopped?.Tags], [{ Code: 80, Name: "stopped" }, []]);
  const notFound = { name: "InvalidInstanceID.NotFound" };
  await assert.rejects(describe(cloud.administrator, "eu-west-1"), notFound);
  await assert.rejects(describe((await cloud.otherAccount("210987654321")).administrator), notFound);
  await using iam = disposable(new IAMClient(access(cloud.administrator)));
  const command = new GetInstanceProfileCommand({ InstanceProfileName: "app-profile" });
  const { InstanceProfile: profile } = await iam.client.send(command);
  assert.deepEqual(
    profile?.Roles?.map(({ RoleName }) => RoleName),
    ["app"],
  );
});

test("a presigned request is valid until it expires, unless any part was changed", async () => {
  const ada = await cloud.createUser("ada");
  const url = await presigned(ada, 60);
  assert.equal((await fetch(url)).status, 200);
  assert.equal((await fetch(url.replace("GetCallerIdentity", "GetCallerIdentities"))).status, 400);
  assert.equal((await fetch(url.replace("X-Amz-Expires=60", "X-Amz-Expires=61"))).status, 403);
  assert.equal((await fetch(url.replace("X-Amz-Expires=60", "X-Amz-Expires=0"))).status, 400);
  assert.equal((await fetch(`${url}&X-Amz-Date=20260101T000000Z`)).status, 400);
  offset = 61_000;
  assert.equal((await fetch(url)).status, 403);
  offset = 0;
  const session = await cloud.assumeRole((await cloud.createRole("presigner")).name, "once");
  assert.equal((await fetch(await presigned(session, 60))).status, 200);
});

async function presigned(credentials: CloudKey, expiresIn: number): Promise<string> {
  const signer = new SignatureV4({ credentials, region: cloud.region, service: "sts", sha256: NodeSha256 });
  const { protocol, host, hostname, port } = new URL(cloud.url);
  const query = { Action: "GetCallerIdentity", Version: "2011-06-15" };
  const request = { method: "GET", protocol, hostname, port: Number(port), path: "/", query, headers: { host } };
  const signed = await signer.presign(request, { expiresIn });
  return `${cloud.url}/?${new URLSearchParams(signed.query as Record<string, string>)}`;
}

async function whoIs(key: CloudKey, systemClockOffset = 0) {
  await using sts = disposable(new STSClient({ ...access(key), systemClockOffset }));
  return sts.client.send(new GetCallerIdentityCommand({}));
}

function access(credentials: CloudKey) {
  return { endpoint: cloud.url, region: cloud.region, credentials, maxAttempts: 1 };
}

function disposable<Client extends { destroy(): void }>(client: Client) {
  return { client, [Symbol.asyncDispose]: async () => client.destroy() };
}
