import { strict as assert } from "node:assert";
import { test } from "node:test";
import { SignatureV4 } from "@smithy/signature-v4";
import { NodeSha256 } from "../node-sha256.ts";
import { type IdentityRequest, signCallerIdentity } from "../signed-identity.ts";
import { addUser, removeUser } from "./administration.ts";
import { answer } from "./answer.ts";
import { accountOf, createCloudState } from "./cloud-state.ts";
import type { HttpRequest } from "./http-message.ts";

const noon = Date.parse("2026-01-31T12:00:00Z");
const minute = 60_000;

test("the response to a signed identity request is byte for byte that of AWS", async () => {
  const { state, ada } = stage();
  const reply = answer(state, await evidence({ key: ada }));
  assert.equal(reply.status, 200);
  const requestId = new Map(reply.headers).get("x-amzn-RequestId");
  assert.match(requestId ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(
    reply.body,
    `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <GetCallerIdentityResult>
    <Arn>arn:aws:iam::123456789012:user/team/ada</Arn>
    <UserId>${ada.uniqueId}</UserId>
    <Account>123456789012</Account>
  </GetCallerIdentityResult>
  <ResponseMetadata>
    <RequestId>${requestId}</RequestId>
  </ResponseMetadata>
</GetCallerIdentityResponse>
`,
  );
});

test("the content type of an STS response is exactly text/xml, or JSON on request", async () => {
  const { state, ada } = stage();
  const xml = answer(state, await evidence({ key: ada }));
  assert.equal(new Map(xml.headers).get("Content-Type"), "text/xml");
  const json = answer(state, await evidence({ key: ada, afterSigning: { Accept: "application/json" } }));
  assert.equal(new Map(json.headers).get("Content-Type"), "application/json");
  const document = JSON.parse(json.body) as { GetCallerIdentityResponse: { GetCallerIdentityResult: { Arn: string } } };
  assert.equal(document.GetCallerIdentityResponse.GetCallerIdentityResult.Arn, ada.arn);
});

test("a GET with the action in the query gets the same response as a POST with a form", async () => {
  const { state, ada } = stage();
  const signer = new SignatureV4({ credentials: ada, region: "us-east-1", service: "sts", sha256: NodeSha256 });
  const query = { Version: "2011-06-15", Action: "GetCallerIdentity" };
  const host = "sts.amazonaws.com";
  const request = { method: "GET", protocol: "https:", hostname: host, path: "/", query, headers: { host } };
  const { headers } = await signer.sign(request, { signingDate: new Date(noon) });
  const sent = { method: "GET", headers: Object.entries(headers), body: "" };
  assert.equal(answer(state, { ...sent, target: `/?${new URLSearchParams(query)}` }).status, 200);
  refuses(answer(state, { ...sent, target: `/?${new URLSearchParams(query)}&late` }), 403, "SignatureDoesNotMatch");
});

test("a double slash in the path is normalized to one", async () => {
  const { state, ada } = stage();
  assert.equal(answer(state, { ...(await evidence({ key: ada })), target: "//" }).status, 200);
});

test("signatures are valid for the global region and the cloud's own regions only", async () => {
  const { state, ada } = stage();
  assert.equal(answer(state, await evidence({ key: ada, region: "us-east-1" })).status, 200);
  assert.equal(answer(state, await evidence({ key: ada, region: "eu-north-1" })).status, 200);
  refuses(answer(state, await evidence({ key: ada, region: "eu-west-1" })), 403, "SignatureDoesNotMatch");
});

test("a signature with a wrong secret is refused", async () => {
  const { state, ada } = stage();
  const key = { ...ada, secretAccessKey: ada.secretAccessKey.toLowerCase() };
  refuses(answer(state, await evidence({ key })), 403, "SignatureDoesNotMatch");
});

test("unknown keys and keys of a deleted user are refused, even after a user of the same name is created", async () => {
  const { state, ada } = stage();
  const key = { ...ada, accessKeyId: "AKIAAAAAAAAAAAAAAAAA" };
  refuses(answer(state, await evidence({ key })), 403, "InvalidClientTokenId");
  removeUser(accountOf(state), "ada");
  addUser(accountOf(state), "ada");
  refuses(answer(state, await evidence({ key: ada })), 403, "InvalidClientTokenId");
});

test("a signature is valid for fifteen minutes before and after its time", async () => {
  const { state, ada } = stage();
  const at = async (date: number) => answer(state, await evidence({ key: ada, date }));
  assert.equal((await at(noon - 15 * minute)).status, 200);
  assert.equal((await at(noon + 15 * minute)).status, 200);
  const old = await at(noon - 15 * minute - 1000);
  refuses(old, 403, "SignatureDoesNotMatch");
  assert.match(old.body, /Signature expired: /);
  refuses(await at(noon + 15 * minute + 1000), 403, "SignatureDoesNotMatch");
});

test("a signed header that was changed in transit is refused", async () => {
  const { state, ada } = stage();
  const sent = await evidence({ key: ada, serverId: "oslo", afterSigning: { "X-Svc-Cloud-IAM-Server-ID": "lima" } });
  refuses(answer(state, sent), 403, "SignatureDoesNotMatch");
  const kept = await evidence({ key: ada, serverId: "oslo" });
  assert.equal(answer(state, kept).status, 200);
  const removed = { ...kept, headers: kept.headers.filter(([name]) => name !== "X-Svc-Cloud-IAM-Server-ID") };
  refuses(answer(state, removed), 403, "SignatureDoesNotMatch");
});

test("an added x-amz- header is refused, other added headers are not", async () => {
  const { state, ada } = stage();
  const added = await evidence({ key: ada, afterSigning: { "X-Amz-Evil": "1" } });
  refuses(answer(state, added), 403, "SignatureDoesNotMatch");
  const signed = await evidence({ key: ada, extraHeaders: { "X-Amz-Good": "1" } });
  assert.equal(answer(state, signed).status, 200);
  assert.equal(answer(state, await evidence({ key: ada, afterSigning: { "User-Agent": "proxy" } })).status, 200);
});

test("a changed body is refused, even if it is not valid text", async () => {
  const { state, ada } = stage();
  const sent = await evidence({ key: ada });
  const reordered = { ...sent, body: "Version=2011-06-15&Action=GetCallerIdentity" };
  refuses(answer(state, reordered), 403, "SignatureDoesNotMatch");
  const padded = { ...sent, body: Buffer.concat([Buffer.from(sent.body), Buffer.from("&")]) };
  refuses(answer(state, padded), 403, "SignatureDoesNotMatch");
});

test("a claimed content hash must match the body", async () => {
  const { state, ada } = stage();
  const extraHeaders = { "X-Amz-Content-Sha256": "0".repeat(64) };
  refuses(answer(state, await evidence({ key: ada, extraHeaders })), 403, "SignatureDoesNotMatch");
});

test("a signature for another service is refused", async () => {
  const { state, ada } = stage();
  const sent = await evidence({ key: ada });
  const body = "Action=GetUser&Version=2010-05-08";
  refuses(answer(state, { ...sent, body }), 403, "SignatureDoesNotMatch");
});

test("an unsigned request is refused before anything is disclosed", async () => {
  const { state, ada } = stage();
  const sent = await evidence({ key: ada });
  const unsigned = { ...sent, headers: sent.headers.filter(([name]) => name !== "authorization") };
  refuses(answer(state, unsigned), 403, "MissingAuthenticationToken");
});

const bodies: Readonly<Record<string, readonly [body: string, status: number, code: string]>> = {
  "no action": ["Version=2011-06-15", 400, "MissingAction"],
  "an unknown action": ["Action=GetFederationToken&Version=2011-06-15", 400, "InvalidAction"],
  "an action that is a property of every object": ["Action=constructor&Version=2011-06-15", 400, "InvalidAction"],
  "no version": ["Action=GetCallerIdentity", 400, "InvalidAction"],
  "an action twice": ["Action=GetCallerIdentity&Action=GetUser&Version=2011-06-15", 400, "ValidationError"],
  "a broken percent sign": ["Action=%", 400, "MalformedQueryString"],
  "more than is allowed": [`Action=${"a".repeat(64 * 1024)}`, 413, "RequestEntityTooLarge"],
  "an unknown action of EC2": ["Action=DescribeImages&Version=2016-11-15", 400, "InvalidAction"],
};

for (const [what, [body, status, code]] of Object.entries(bodies)) {
  test(`a body with ${what} is refused`, async () => {
    const { state, ada } = stage();
    refuses(answer(state, { ...(await evidence({ key: ada })), body }), status, code);
  });
}

test("other methods are refused", async () => {
  const { state, ada } = stage();
  refuses(answer(state, { ...(await evidence({ key: ada })), method: "PUT" }), 405, "MethodNotAllowed");
});

test("no refusal contains the secret, the signature or the signed text", async () => {
  const { state, ada } = stage();
  const sent = await evidence({ key: ada, serverId: "oslo", afterSigning: { "X-Svc-Cloud-IAM-Server-ID": "lima" } });
  const { body } = answer(state, sent);
  const signature =
    /Signature=(\w+)/.exec(sent.headers.find(([name]) => name === "authorization")?.[1] ?? "")?.[1] ?? "";
  assert.equal(signature.length, 64);
  for (const hidden of [ada.secretAccessKey, signature, "AWS4-HMAC-SHA256", "lima"]) assert.ok(!body.includes(hidden));
});

test("two clouds with the same random bytes give the same response", async () => {
  const [one, other] = [stage(), stage()];
  assert.deepEqual(one.ada, other.ada);
  const sent = await evidence({ key: one.ada });
  assert.deepEqual(answer(one.state, sent), answer(other.state, sent));
});

function stage() {
  let drawn = 0;
  const random = (count: number) => Uint8Array.from({ length: count }, () => (drawn++ * 37) % 256);
  const state = createCloudState({ account: "123456789012", regions: ["eu-north-1"], now: () => noon, random });
  return { state, ada: addUser(accountOf(state), "ada", "/team/") };
}

async function evidence(request: Pick<IdentityRequest, "key"> & Partial<IdentityRequest>): Promise<HttpRequest> {
  const url = "https://sts.amazonaws.com";
  const packed = await signCallerIdentity({ url, region: "us-east-1", date: noon, ...request });
  const headers = JSON.parse(Buffer.from(packed.iam_request_headers, "base64").toString()) as Record<string, string>;
  return {
    method: packed.iam_http_request_method,
    target: "/",
    headers: [["Host", "sts.amazonaws.com"], ...Object.entries(headers)],
    body: Buffer.from(packed.iam_request_body, "base64").toString(),
  };
}

function refuses(reply: Readonly<{ status: number; body: string }>, status: number, code: string): void {
  assert.deepEqual([reply.status, /<Code>(\w+)<\/Code>/.exec(reply.body)?.[1]], [status, code]);
}
