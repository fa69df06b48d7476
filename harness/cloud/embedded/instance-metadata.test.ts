import { strict as assert } from "node:assert";
import { verify, X509Certificate } from "node:crypto";
import { after, afterEach, before, suite, test } from "node:test";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { fromInstanceMetadata } from "@smithy/credential-provider-imds";
import { signerOf } from "./authority/test-authority.ts";
import type { CloudInstance, CloudProvider } from "./cloud-provider.ts";
import { embeddedCloud } from "./embedded-cloud.ts";

const variable = "AWS_EC2_METADATA_SERVICE_ENDPOINT";

let offset = 0;
let cloud: CloudProvider;
let web: CloudInstance;
let address = "";

before(async () => {
  cloud = await embeddedCloud({ now: () => Date.now() + offset });
  await cloud.createRole("web", { path: "/team/" });
  await cloud.createProfile("web-profile", "web");
  web = await cloud.runInstance({ profile: "web-profile", region: "eu-west-1" });
  address = await cloud.metadataOf(web);
});
afterEach(() => {
  offset = 0;
  delete process.env[variable];
});
after(() => cloud[Symbol.asyncDispose]());

async function read(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const reply = await fetch(address + path, { method, headers });
  return { status: reply.status, text: await reply.text() };
}

function newToken(seconds: string) {
  return read("/latest/api/token", { "X-aws-ec2-metadata-token-ttl-seconds": seconds }, "PUT");
}

suite("instance metadata of the embedded cloud", () => {
  test("the AWS SDK gets the credentials of the instance's role and their identity", async () => {
    process.env[variable] = address;
    const credentials = await fromInstanceMetadata({ maxRetries: 0 })();
    const sts = new STSClient({ endpoint: cloud.url, region: "eu-west-1", credentials, maxAttempts: 1 });
    const { Arn } = await sts.send(new GetCallerIdentityCommand({}));
    sts.destroy();
    assert.equal(Arn, `arn:aws:sts::${cloud.account}:assumed-role/web/${web.id}`);
  });

  test("version 1 needs no token, version 2 refuses unknown and expired tokens", async () => {
    const path = "/latest/meta-data/instance-id";
    assert.deepEqual(await read(path), { status: 200, text: web.id });
    const { status, text: token } = await newToken("60");
    assert.equal(status, 200);
    assert.deepEqual(await read(path, { "X-aws-ec2-metadata-token": token }), { status: 200, text: web.id });
    assert.equal((await read(path, { "X-aws-ec2-metadata-token": `${token}x` })).status, 401);
    offset = 60_000;
    assert.equal((await read(path, { "X-aws-ec2-metadata-token": token })).status, 401);
  });

  test("a token has the requested TTL within limits, and is not issued through a proxy", async () => {
    for (const seconds of ["", "0", "-1", "21601", "soon"])
      assert.equal((await newToken(seconds)).status, 400, seconds);
    assert.equal((await newToken("21600")).status, 200);
    const headers = { "X-aws-ec2-metadata-token-ttl-seconds": "60", "X-Forwarded-For": "10.0.0.1" };
    assert.equal((await read("/latest/api/token", headers, "PUT")).status, 403);
  });

  test("the identity document is signed by the authority of the region in three formats", async () => {
    const path = "/latest/dynamic/instance-identity/";
    const document = (await read(`${path}document`)).text;
    assert.deepEqual(
      [JSON.parse(document).instanceId, JSON.parse(document).accountId, JSON.parse(document).region],
      [web.id, cloud.account, "eu-west-1"],
    );
    const signature = Buffer.from((await read(`${path}signature`)).text, "base64");
    const { publicKey } = new X509Certificate(signerOf("eu-west-1", "identity").certificate);
    assert.equal(verify("sha256", Buffer.from(document), publicKey, signature), true);
    for (const kind of ["pkcs7", "rsa2048"]) {
      const { text } = await read(path + kind);
      assert.ok(text.split("\n").every((line) => line.length <= 64));
      assert.ok(Buffer.from(text, "base64").includes(Buffer.from(document)));
    }
  });

  test("credentials stay the same until shortly before they expire", async () => {
    const path = "/latest/meta-data/iam/security-credentials/web";
    const key = async () => JSON.parse((await read(path)).text).AccessKeyId as string;
    const first = await key();
    offset = 30 * 60_000;
    assert.equal(await key(), first);
    offset = 56 * 60_000;
    assert.notEqual(await key(), first);
  });

  test("unknown paths are not found, and no path can be changed", async () => {
    assert.equal((await read("/latest/meta-data/iam/security-credentials/other")).status, 404);
    assert.equal((await read("/latest/user-data")).status, 404);
    assert.equal((await read("/latest/meta-data/instance-id", {}, "POST")).status, 405);
    const plain = await cloud.runInstance();
    const reply = await fetch(`${await cloud.metadataOf(plain)}/latest/meta-data/iam/security-credentials/`);
    assert.equal(reply.status, 404);
  });
});
