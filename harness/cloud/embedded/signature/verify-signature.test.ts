import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { Headers, HttpRequest } from "../http-message.ts";
import { type SigningKey, verifySignature } from "./verify-signature.ts";

/** Key in AWS's published examples: the test suite for Signature Version 4, and the IAM example of the guide. */
const secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
/** Time in AWS's published examples. */
const now = Date.parse("2015-08-30T12:36:00Z");
const plain: Headers = [
  ["Host", "example.amazonaws.com"],
  ["X-Amz-Date", "20150830T123600Z"],
];

type Example = Partial<HttpRequest> & { service?: string; signed?: string; signature: string };

const examples: Readonly<Record<string, Example>> = {
  "get-vanilla": { signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" },
  "post-vanilla": {
    method: "POST",
    signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  },
  "get-vanilla-query-order": {
    target: "/?Param2=value2&Param1=value1",
    signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  },
  "get-utf8": { target: "/ሴ", signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85" },
  "get-space": {
    target: "/example space/",
    signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
  },
  "get-slashes": {
    target: "//example//",
    signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84",
  },
  "get-relative-relative": {
    target: "/example1/example2/../..",
    signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  },
  "get-header-value-trim": {
    headers: [...plain, ["My-Header1", " value1"], ["My-Header2", ' "a   b   c"']],
    signed: "host;my-header1;my-header2;x-amz-date",
    signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
  },
  "get-header-key-duplicate": {
    headers: [...plain, ["My-Header1", "value2"], ["My-Header1", "value2"], ["My-Header1", "value1"]],
    signed: "host;my-header1;x-amz-date",
    signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
  },
  "post-x-www-form-urlencoded": {
    method: "POST",
    headers: [...plain, ["Content-Type", "application/x-www-form-urlencoded"]],
    signed: "content-type;host;x-amz-date",
    body: "Param1=value1",
    signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  },
  "the guide's ListUsers": {
    service: "iam",
    target: "/?Action=ListUsers&Version=2010-05-08",
    headers: [
      ["Host", "iam.amazonaws.com"],
      ["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"],
      ["X-Amz-Date", "20150830T123600Z"],
    ],
    signed: "content-type;host;x-amz-date",
    signature: "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
  },
};

for (const [name, example] of Object.entries(examples)) {
  test(`AWS's example ${name} is accepted`, () => {
    assert.equal(verify(example).secretAccessKey, secretAccessKey);
  });
}

const vanilla: Example = { signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" };

const changes: Readonly<Record<string, Example>> = {
  "another method": { ...vanilla, method: "POST" },
  "another path": { ...vanilla, target: "/other" },
  "another query": { ...vanilla, target: "/?a=b" },
  "another body": { ...vanilla, body: "a" },
  "another host": { ...vanilla, headers: [["Host", "example.org"], ...plain.slice(1)] },
  "a duplicate host": { ...vanilla, headers: [...plain, ["Host", "example.org"]] },
  "another second of the same minute": {
    ...vanilla,
    headers: [...plain.slice(0, 1), ["X-Amz-Date", "20150830T123601Z"]],
  },
  "one other digit in the signature": { signature: vanilla.signature.replace("5f", "6f") },
};

for (const [what, changed] of Object.entries(changes)) {
  test(`a request with ${what} is refused`, () => {
    assert.throws(() => verify(changed), { code: "SignatureDoesNotMatch" });
  });
}

test("a signed header that was not sent is refused", () => {
  assert.throws(() => verify({ ...vanilla, signed: "host;x-amz-date;x-never-sent" }), { message: /was not sent/ });
});

test("a host that is not signed is refused", () => {
  assert.throws(() => verify({ ...vanilla, signed: "x-amz-date" }), {
    code: "SignatureDoesNotMatch",
    message: /'host' must be/,
  });
});

test("an unsigned x-amz- header is refused, other unsigned headers are not", () => {
  assert.throws(() => verify({ ...vanilla, headers: [...plain, ["x-Amz-Meta", "1"]] }), { message: /must be signed/ });
  assert.ok(verify({ ...vanilla, headers: [...plain, ["User-Agent", "any client"]] }));
});

test("a claimed hash that differs from the body's is refused with its own message", () => {
  const headers: Headers = [...plain, ["X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD"]];
  const signed = "host;x-amz-content-sha256;x-amz-date";
  assert.throws(() => verify({ ...vanilla, headers, signed }), { message: /not the body's hash/ });
});

test("a missing, a duplicate and a wrong header are distinguished", () => {
  const bare: HttpRequest = { method: "GET", target: "/", headers: plain, body: "" };
  assert.throws(() => verifyPlain(bare), { code: "MissingAuthenticationToken" });
  const authorization: readonly [string, string] = ["Authorization", authorizationFor(vanilla)];
  const twice = { ...bare, headers: [...plain, authorization, authorization] };
  assert.throws(() => verifyPlain(twice), { code: "IncompleteSignature" });
});

test("an unknown key and a session token are refused alike", () => {
  assert.throws(() => verify(vanilla, () => undefined), { code: "InvalidClientTokenId" });
  const headers: Headers = [...plain, ["X-Amz-Security-Token", "FwoG"]];
  assert.throws(() => verify({ ...vanilla, headers, signed: "host;x-amz-date;x-amz-security-token" }), {
    code: "InvalidClientTokenId",
  });
});

test("a session key requires its token, and expires", () => {
  const headers: Headers = [...plain, ["X-Amz-Security-Token", "FwoG"]];
  const signed = "host;x-amz-date;x-amz-security-token";
  const session = (more: object) => () => ({ secretAccessKey, sessionToken: "FwoG", ...more });
  // The signature is wrong: the error code shows the checks that precede its verification.
  const tried = { ...vanilla, headers, signed };
  assert.throws(() => verify(tried, session({})), { code: "SignatureDoesNotMatch" });
  assert.throws(() => verify(tried, session({ sessionToken: "other" })), { code: "InvalidClientTokenId" });
  assert.throws(() => verify(tried, session({ expiresAt: now })), { code: "ExpiredToken" });
  assert.throws(() => verify(vanilla, session({})), { code: "InvalidClientTokenId" });
});

const scopes = {
  "another day": "20150829/us-east-1/service/aws4_request",
  "an unknown region": "20150830/eu-west-1/service/aws4_request",
  "another service": "20150830/us-east-1/sts/aws4_request",
  "another terminator": "20150830/us-east-1/service/aws5_request",
};

for (const [what, scope] of Object.entries(scopes)) {
  test(`a scope with ${what} is refused`, () => {
    const authorization = authorizationFor(vanilla).replace("20150830/us-east-1/service/aws4_request", scope);
    const request = {
      method: "GET",
      target: "/",
      headers: [...plain, ["Authorization", authorization] as const],
      body: "",
    };
    assert.throws(() => verifyPlain(request), { code: "SignatureDoesNotMatch", message: /Credential/ });
  });
}

function verify(example: Example, findKey?: () => SigningKey | undefined) {
  const { method = "GET", target = "/", headers = plain, body = "", service = "service" } = example;
  const authorization: readonly [string, string] = ["Authorization", authorizationFor(example)];
  return verifyPlain({ method, target, headers: [...headers, authorization], body }, service, findKey);
}

function verifyPlain(
  request: HttpRequest,
  service = "service",
  findKey: () => SigningKey | undefined = () => ({ secretAccessKey }),
) {
  return verifySignature(request, findKey, { service, regions: new Set(["us-east-1"]), now }).key;
}

function authorizationFor({ service = "service", signed = "host;x-amz-date", signature }: Example): string {
  const credential = `AKIDEXAMPLE/20150830/us-east-1/${service}/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${signature}`;
}
