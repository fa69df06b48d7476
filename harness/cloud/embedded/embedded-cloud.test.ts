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

test("a user of the provider is who its key says, to the AWS SDK", async () => {
  const ada = await cloud.createUser("ada", "/team/");
  assert.match(ada.uniqueId, /^AIDA[A-Z2-7]{17}$/);
  assert.match(ada.accessKeyId, /^AKIA[A-Z2-7]{16}$/);
  assert.equal(ada.secretAccessKey.length, 40);
  const { Arn, UserId, Account } = await whoIs(ada);
  assert.deepEqual({ Arn, UserId, Account }, { Arn: ada.arn, UserId: ada.uniqueId, Account: cloud.account });
  assert.equal(ada.arn, `arn:aws:iam::${cloud.account}:user/team/ada`);
});

test("the AWS SDK makes, reads and removes users", async () => {
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

test("a root rotation by the AWS SDK: a second key, no third, and the first removed", async () => {
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

test("a key is deleted by its owner's name only", async () => {
  const [carol, dave] = [await cloud.createUser("carol"), await cloud.createUser("dave")];
  const theft = new DeleteAccessKeyCommand({ UserName: carol.name, AccessKeyId: dave.accessKeyId });
  await assert.rejects(iam.send(theft), refusal("NoSuchEntity", 404));
  assert.equal((await whoIs(dave)).Arn, dave.arn);
});

test("a parameter that would not be heeded is refused", async () => {
  const tagged = new CreateUserCommand({ UserName: "tagged", Tags: [{ Key: "team", Value: "blue" }] });
  await assert.rejects(iam.send(tagged), refusal("ValidationError", 400));
});

test("what the AWS SDK signs with a wrong secret or an unknown key is refused", async () => {
  const eve = await cloud.createUser("eve");
  await assert.rejects(whoIs({ ...eve, secretAccessKey: "x".repeat(40) }), refusal("SignatureDoesNotMatch", 403));
  await assert.rejects(whoIs({ ...eve, accessKeyId: "AKIAAAAAAAAAAAAAAAAA" }), refusal("InvalidClientTokenId", 403));
  const session = { ...eve, sessionToken: "FwoG" };
  await assert.rejects(whoIs(session), refusal("InvalidClientTokenId", 403));
});

test("the cloud judges by its own clock, and tells it, so that the AWS SDK can follow", async () => {
  const frank = await cloud.createUser("frank");
  offset = 3_600_000;
  await assert.rejects(whoIs(frank), refusal("SignatureDoesNotMatch", 403, /^Signature expired: /));
  offset = -3_600_000;
  await assert.rejects(whoIs(frank), refusal("SignatureDoesNotMatch", 403, /^Signature not yet current: /));
  assert.equal((await whoIs(frank, { maxAttempts: 2 })).Arn, frank.arn);
});

test("what is changed between the AWS SDK and the cloud is refused", async () => {
  const grace = await cloud.createUser("grace");
  const changes: Readonly<Record<string, (request: Sent) => void>> = {
    "a signed header": (request) => {
      request.headers["content-type"] = "application/x-www-form-urlencoded; charset=latin1";
    },
    "an x-amz- header more": (request) => {
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

test("a signed header that is not ASCII is judged by its bytes", async () => {
  const heidi = await cloud.createUser("heidi");
  // HTTP clients send Latin-1, so the bytes of UTF-8 are handed to them as if they were that.
  const afterSigning = { "X-Name": Buffer.from("Zoë").toString("latin1") };
  assert.equal(await statusOf(heidi, { extraHeaders: { "X-Name": "Zoë" }, afterSigning }), 200);
  assert.equal(await statusOf(heidi, { extraHeaders: { "X-Name": "Zoé" }, afterSigning }), 403);
});

test("a body longer than is allowed is refused", async () => {
  const reply = await fetch(cloud.url, { method: "POST", body: "a".repeat(1024 * 1024) });
  assert.equal(reply.status, 413);
  assert.match(await reply.text(), /RequestEntityTooLarge/);
});

test("the provider removes a user with all its keys", async () => {
  const ivan = await cloud.createUser("ivan");
  await iam.send(new CreateAccessKeyCommand({ UserName: ivan.name }));
  await cloud.deleteUser(ivan.name);
  await assert.rejects(whoIs(ivan), refusal("InvalidClientTokenId", 403));
  await assert.rejects(cloud.deleteUser(ivan.name), { code: "NoSuchEntity" });
});

test("a cloud that was disposed answers no more", async () => {
  const other = await embeddedCloud();
  assert.ok(other.capabilities.has("signatures"));
  await other[Symbol.asyncDispose]();
  await assert.rejects(fetch(other.url));
});

/** The parts of the SDK's request that an attacker on the way could change. */
type Sent = { headers: Record<string, string>; query: Record<string, string>; body?: unknown };

type Meddling = { maxAttempts?: number; change?: (request: Sent) => void };

/** Asks the cloud who `key` is. `change` sees the request after it was signed. */
async function whoIs(key: Key, { maxAttempts = 1, change }: Meddling = {}) {
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

/** Sends evidence on to the cloud, as a server that judges a login does. */
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

/** What the AWS SDK makes of a refusal: some codes come as the error's name. */
function refusal(code: string, status: number, message = /./) {
  return (error: Error & { Code?: string; Error?: { Code?: string }; $metadata?: { httpStatusCode?: number } }) => {
    assert.deepEqual([error.Code ?? error.Error?.Code ?? error.name, error.$metadata?.httpStatusCode], [code, status]);
    assert.match(error.message, message);
    return true;
  };
}
