import { strict as assert } from "node:assert";
import { after, before, beforeEach, test } from "node:test";
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  DeleteAccessKeyCommand,
  DeleteUserCommand,
  GetUserCommand,
  IAMClient,
  ListAccessKeysCommand,
} from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type IdentityRequest, signCallerIdentity } from "../signed-identity.ts";
import type { CloudProvider } from "./cloud-provider.ts";
import { embeddedCloud } from "./embedded-cloud.ts";

type Key = Readonly<{ accessKeyId: string; secretAccessKey: string }>;

let offset = 0;
let cloud: CloudProvider;
let iam: IAMClient;

before(async () => {
  cloud = await embeddedCloud({ now: () => Date.now() + offset });
  iam = new IAMClient(access(cloud.administrator));
});
beforeEach(() => {
  offset = 0;
});
after(async () => {
  iam.destroy();
  await cloud[Symbol.asyncDispose]();
});

test("the AWS SDK sees the identity of a user by its key", async () => {
  const ada = await cloud.createUser("ada", "/team/");
  assert.match(ada.uniqueId, /^AIDA[A-Z2-7]{17}$/);
  assert.match(ada.accessKeyId, /^AKIA[A-Z2-7]{16}$/);
  assert.equal(ada.secretAccessKey.length, 40);
  const { Arn, UserId, Account } = await whoIs(ada);
  assert.deepEqual({ Arn, UserId, Account }, { Arn: ada.arn, UserId: ada.uniqueId, Account: cloud.account });
  assert.equal(ada.arn, `arn:aws:iam::${cloud.account}:user/team/ada`);
});

test("the AWS SDK creates, reads and deletes users", async () => {
  const { User: made } = await iam.send(new CreateUserCommand({ UserName: "bob", Path: "/a&b/" }));
  assert.equal(made?.Arn, `arn:aws:iam::${cloud.account}:user/a&b/bob`);
  const { User: read } = await iam.send(new GetUserCommand({ UserName: "bob" }));
  assert.deepEqual(read, made);
  await assert.rejects(iam.send(new CreateUserCommand({ UserName: "BOB" })), refusal("EntityAlreadyExists", 409));
  await assert.rejects(iam.send(new GetUserCommand({ UserName: "BOB" })), refusal("NoSuchEntity", 404));
  await iam.send(new DeleteUserCommand({ UserName: "bob" }));
  await assert.rejects(iam.send(new GetUserCommand({ UserName: "bob" })), refusal("NoSuchEntity", 404));
  await assert.rejects(iam.send(new DeleteUserCommand({ UserName: "bob" })), refusal("NoSuchEntity", 404));
  await assert.rejects(iam.send(new CreateUserCommand({ UserName: "b o b" })), refusal("ValidationError", 400));
  await assert.rejects(
    iam.send(new CreateUserCommand({ UserName: "bob", Path: "a" })),
    refusal("ValidationError", 400),
  );
});

test("the AWS SDK can rotate a root key: create a second, but no third, and delete the first", async () => {
  const root = await cloud.createUser("root-of-oslo");
  const own = new IAMClient(access(root));
  const { AccessKey: second } = await own.send(new CreateAccessKeyCommand({}));
  await assert.rejects(own.send(new CreateAccessKeyCommand({})), refusal("LimitExceeded", 409));
  const { AccessKeyMetadata: keys } = await own.send(new ListAccessKeysCommand({}));
  const ids = [root.accessKeyId, second?.AccessKeyId];
  assert.deepEqual(
    keys?.map(({ AccessKeyId: id }) => id),
    ids,
  );
  assert.ok(keys?.every((key) => !("SecretAccessKey" in key)));
  await own.send(new DeleteAccessKeyCommand({ AccessKeyId: root.accessKeyId }));
  own.destroy();
  await assert.rejects(whoIs(root), refusal("InvalidClientTokenId", 403));
  const rotated = { accessKeyId: second?.AccessKeyId ?? "", secretAccessKey: second?.SecretAccessKey ?? "" };
  assert.equal((await whoIs(rotated)).Arn, root.arn);
  await assert.rejects(iam.send(new DeleteUserCommand({ UserName: root.name })), refusal("DeleteConflict", 409));
});

test("a key can be deleted only with its user's name", async () => {
  const [carol, dave] = [await cloud.createUser("carol"), await cloud.createUser("dave")];
  const theft = new DeleteAccessKeyCommand({ UserName: carol.name, AccessKeyId: dave.accessKeyId });
  await assert.rejects(iam.send(theft), refusal("NoSuchEntity", 404));
  assert.equal((await whoIs(dave)).Arn, dave.arn);
});

test("an unsupported parameter is refused", async () => {
  const tagged = new CreateUserCommand({ UserName: "tagged", Tags: [{ Key: "team", Value: "blue" }] });
  await assert.rejects(iam.send(tagged), refusal("ValidationError", 400));
});

test("a wrong secret or unknown key in the AWS SDK is refused", async () => {
  const eve = await cloud.createUser("eve");
  await assert.rejects(whoIs({ ...eve, secretAccessKey: "x".repeat(40) }), refusal("SignatureDoesNotMatch", 403));
  await assert.rejects(whoIs({ ...eve, accessKeyId: "AKIAAAAAAAAAAAAAAAAA" }), refusal("InvalidClientTokenId", 403));
  const session = { ...eve, sessionToken: "FwoG" };
  await assert.rejects(whoIs(session), refusal("InvalidClientTokenId", 403));
});

test("the cloud checks times by its own clock and returns it, so that the AWS SDK can adjust", async () => {
  const frank = await cloud.createUser("frank");
  offset = 3_600_000;
  await assert.rejects(whoIs(frank), refusal("SignatureDoesNotMatch", 403, /^Signature expired: /));
  offset = -3_600_000;
  await assert.rejects(whoIs(frank), refusal("SignatureDoesNotMatch", 403, /^Signature not yet current: /));
  assert.equal((await whoIs(frank, { maxAttempts: 2 })).Arn, frank.arn);
});

test("a request that was changed in transit is refused", async () => {
  const grace = await cloud.createUser("grace");
  const changes: Readonly<Record<string, (request: Sent) => void>> = {
    "a signed header": (request) => {
      request.headers["content-type"] = "application/x-www-form-urlencoded; charset=latin1";
    },
    "an added x-amz- header": (request) => {
      request.headers["x-amz-late"] = "1";
    },
    "the body": (request) => {
      request.body = String(request.body).replace("Action", "%41ction");
      request.headers["content-length"] = String(Buffer.byteLength(String(request.body)));
    },
    "the query": (request) => {
      request.query = { late: "1" };
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    await assert.rejects(whoIs(grace, { change }), refusal("SignatureDoesNotMatch", 403), what);
  }
  const harmless = (request: Sent) => {
    request.headers["x-late"] = "1";
  };
  assert.equal((await whoIs(grace, { change: harmless })).Arn, grace.arn);
});

test("a signed header that is not ASCII is verified by its bytes", async () => {
  const heidi = await cloud.createUser("heidi");
  // HTTP clients encode headers as Latin-1, so the UTF-8 bytes are passed in that encoding.
  const afterSigning = { "X-Name": Buffer.from("Zoë").toString("latin1") };
  assert.equal(await statusOf(heidi, { extraHeaders: { "X-Name": "Zoë" }, afterSigning }), 200);
  assert.equal(await statusOf(heidi, { extraHeaders: { "X-Name": "Zoé" }, afterSigning }), 403);
});

test("a body above the limit is refused", async () => {
  const reply = await fetch(cloud.url, { method: "POST", body: "a".repeat(1024 * 1024) });
  assert.equal(reply.status, 413);
  assert.match(await reply.text(), /RequestEntityTooLarge/);
});

test("the administrator removes a user with all its keys", async () => {
  const ivan = await cloud.createUser("ivan");
  await iam.send(new CreateAccessKeyCommand({ UserName: ivan.name }));
  await cloud.deleteUser(ivan.name);
  await assert.rejects(whoIs(ivan), refusal("InvalidClientTokenId", 403));
  await assert.rejects(cloud.deleteUser(ivan.name), { code: "NoSuchEntity" });
});

test("a disposed cloud does not respond", async () => {
  const other = await embeddedCloud();
  assert.ok(other.capabilities.has("signatures"));
  await other[Symbol.asyncDispose]();
  await assert.rejects(fetch(other.url));
});

type Sent = { headers: Record<string, string>; query: Record<string, string>; body?: unknown };

type RequestChange = { maxAttempts?: number; change?: (request: Sent) => void };

async function whoIs(key: Key, { maxAttempts = 1, change }: RequestChange = {}) {
  const sts = new STSClient({ ...access(key), maxAttempts });
  if (change) sts.middlewareStack.add(meddle(change), { step: "finalizeRequest", priority: "low" });
  try {
    return await sts.send(new GetCallerIdentityCommand({}));
  } finally {
    sts.destroy();
  }
}

function meddle(task: (request: Sent) => void) {
  return <Args extends { request: unknown }, Output>(next: (args: Args) => Promise<Output>) =>
    async (args: Args) => {
      task(args.request as Sent);
      return next(args);
    };
}

async function statusOf(key: Key, options: Partial<IdentityRequest>): Promise<number> {
  const { url, region } = cloud;
  const evidence = await signCallerIdentity({ key, url, region, date: Date.now(), ...options });
  const { "content-length": _, ...headers } = JSON.parse(text(evidence.iam_request_headers)) as Record<string, string>;
  const reply = await fetch(`${url}//`, { method: "POST", headers, body: text(evidence.iam_request_body) });
  await reply.text();
  return reply.status;
}

function text(base64: string): string {
  return Buffer.from(base64, "base64").toString();
}

function access(credentials: Key) {
  return { endpoint: cloud.url, region: cloud.region, credentials };
}

function refusal(code: string, status: number, message = /./) {
  return (error: Error & { Code?: string; Error?: { Code?: string }; $metadata?: { httpStatusCode?: number } }) => {
    assert.deepEqual([error.Code ?? error.Error?.Code ?? error.name, error.$metadata?.httpStatusCode], [code, status]);
    assert.match(error.message, message);
    return true;
  };
}
