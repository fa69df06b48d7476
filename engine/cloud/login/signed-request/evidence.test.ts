import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { base64, evidence, signedHeaders } from "../../fixture.suite.ts";
import { loginFields, readEvidence } from "./evidence.ts";

const read = (fields: JsonObject) => readEvidence(loginFields.parse(fields));
const withUrl = (url: string) => evidence({ iam_request_url: base64(url) });
const withBody = (body: string) => evidence({ iam_request_body: base64(body) });
const withHeaders = (headers: JsonObject[string]) => evidence({ iam_request_headers: headers });

const incomplete = "didn't supply required authentication values";

for (const name of Object.keys(evidence())) {
  test(`CLOUD-IAM-01: evidence without ${name} is refused`, () => {
    const { [name]: _, ...rest } = evidence();
    expect(() => read(rest)).to.throw(incomplete);
    expect(() => read({ ...rest, [name]: "" })).to.throw(incomplete);
  });
}

test("CLOUD-EC2-01, -02: incomplete evidence of an instance is refused", () => {
  for (const half of [{}, { role: "web", nonce: "n" }, { identity: "a" }, { signature: "a" }]) {
    expect(() => read(half)).to.throw(incomplete);
  }
});

test("CLOUD-IAM-02: an identity lookup requires the method POST", () => {
  for (const method of ["GET", "post"]) {
    expect(() => read(evidence({ iam_http_request_method: method }))).to.throw(
      "invalid iam_http_request_method; currently only 'POST' is supported",
    );
  }
});

test("CLOUD-IAM-03: URL and body are base64", () => {
  const { url, body } = read(withUrl("https://sts.eu-west-3.amazonaws.com:443"));
  expect(url).to.deep.equal({ host: "sts.eu-west-3.amazonaws.com:443", path: "/" });
  expect(body).to.equal("Action=GetCallerIdentity&Version=2011-06-15");
  const plainUrl = evidence({ iam_request_url: "https://sts.amazonaws.com/" });
  expect(() => read(plainUrl)).to.throw("failed to base64 decode iam_request_url");
  const plainBody = evidence({ iam_request_body: "Action=GetCallerIdentity&Version=2011-06-15" });
  expect(() => read(plainBody)).to.throw("failed to base64 decode iam_request_body");
});

for (const url of [
  "",
  "sts",
  "/",
  "ftp://sts/",
  "https://",
  "https://a@b/",
  "https://a\r\nb/",
  "https://a:b/",
  "https://a\\b/",
]) {
  test(`CLOUD-IAM-09: ${JSON.stringify(url)} is refused as the URL of a lookup`, () => {
    expect(() => read(evidence({ iam_request_url: url === "" ? "====" : base64(url) }))).to.throw("iam_request_url");
  });
}

for (const rest of ["/?Action=x", "?", "/#a", "/../b", "/a/%2E./b", "/a b", "/a\\b", "/\r\n", "/\u00e9"]) {
  test(`CLOUD-IAM-09: a URL that continues with ${JSON.stringify(rest)} is refused`, () => {
    expect(() => read(withUrl(`https://sts.amazonaws.com${rest}`))).to.throw(/invalid request|failed to base64/);
  });
}

const bodies = ["Action=GetSessionToken&Version=2011-06-15", "Action=GetCallerIdentity", "Version=2011-06-15"]
  .concat("Action=GetCallerIdentity&Version=2011-06-15&Action=GetSessionToken")
  .concat("Action=GetCallerIdentity&Version=2011-06-15&x=y", "Action=GetCallerIdentity&Version=2011-06-15&")
  .concat("Action=GetCallerIdentity&Version=2011-06-15\n", "action=GetCallerIdentity&Version=2011-06-15");

for (const body of bodies) {
  test(`CLOUD-IAM-04: ${JSON.stringify(body)} is no identity lookup`, () => {
    expect(() => read(withBody(body))).to.throw(/^iam request body is invalid$/);
  });
}

test("CLOUD-IAM-05: headers are a JSON object or base64 of one", () => {
  const asObject = read(withHeaders(signedHeaders())).headers;
  expect(asObject).to.deep.include(["X-Amz-Date", "20260101T000000Z"]);
  expect(read(withHeaders(base64(JSON.stringify(signedHeaders())))).headers).to.deep.equal(asObject);
  expect(read(withHeaders(JSON.stringify(signedHeaders()))).headers).to.deep.equal(asObject);
});

test("CLOUD-IAM-06: a header value is a text, a number or an array of them", () => {
  const { headers } = read(withHeaders({ A: "x", B: ["y", "z", 2], C: 3 }));
  expect(headers).to.deep.equal([
    ["A", "x"],
    ["B", "y"],
    ["B", "z"],
    ["B", "2"],
    ["C", "3"],
  ]);
});

test("the headers may contain the URL's host once, and no other host", () => {
  expect(read(withHeaders({ Host: "STS.amazonaws.com" })).headers).to.have.length(1);
  for (const Host of [
    "mallory.example",
    ["sts.amazonaws.com", "mallory.example"],
    ["sts.amazonaws.com", "sts.amazonaws.com"],
  ]) {
    expect(() => read(withHeaders({ Host }))).to.throw(/^invalid request header: Host$/);
  }
});

test("missing and excessive headers are refused", () => {
  expect(() => read(withHeaders({}))).to.throw(/^missing iam_request_headers$/);
  expect(() => read(withHeaders({ A: [] }))).to.throw(/^missing iam_request_headers$/);
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`H${i}`, "x"]));
  expect(() => read(withHeaders(many))).to.throw("more than 64 values");
});

test("the length of headers is limited, in one value, in several or in a name", () => {
  const long = "x".repeat(32 * 1024 - 1);
  for (const headers of [{ A: long }, { A: [long.slice(1), ""] }, base64(JSON.stringify({ A: long }))]) {
    expect(read(withHeaders(headers)).headers[0]?.[0]).to.equal("A");
  }
  const total = 'error converting input for field "iam_request_headers": more than 32768 characters';
  for (const headers of [
    { A: `${long}x` },
    { A: [long, ""] },
    { [long]: "xx" },
    base64(JSON.stringify({ A: `${long}x` })),
  ]) {
    expect(() => read(withHeaders(headers)))
      .to.throw(total)
      .with.property("message")
      .not.contain("xxx");
  }
});

test("evidence that is too long is refused before it is decoded", () => {
  for (const [name, characters] of [
    ["iam_request_url", 4096],
    ["iam_request_body", 1024],
    ["iam_http_request_method", 1024],
    ["iam_request_headers", 65_536],
    ["role", 1024],
    ["nonce", 1024],
    ["identity", 32_768],
    ["signature", 32_768],
    ["pkcs7", 32_768],
  ] as const) {
    const messages = (value: unknown) =>
      loginFields.safeParse({ [name]: value }).error?.issues.map(({ message }) => message);
    expect(messages("=".repeat(characters)), name).to.equal(undefined);
    expect(messages("=".repeat(characters + 1)), name).to.deep.equal([`longer than ${characters} characters`]);
  }
  const items = loginFields.safeParse({ iam_request_headers: { A: Array(256).fill("") } }).error?.issues[0]?.message;
  expect(items).to.equal("more than 256 items");
});

const odd: readonly JsonObject[string][] = ["s3cr3t", base64("s3cr3t"), base64("[]"), ["s3cr3t"], 7, true]
  .concat([{ A: { b: "s3cr3t" } }, { A: null }, { A: true }, { A: [["s3cr3t"]] }] as never)
  .concat([
    { A: "s3cr3t\r\nB: c" },
    { A: "s3cr3t\u0000" },
    { A: "s3cr3t\u00e9" },
    { "A: s3cr3t": "b" },
    { "": "s3cr3t" },
  ] as never);

for (const headers of odd) {
  test(`the headers ${JSON.stringify(headers)} are refused, and the error quotes none of their contents`, () => {
    expect(() => read(withHeaders(headers)))
      .to.throw('error converting input for field "iam_request_headers"')
      .with.property("message")
      .not.contain("s3cr3t");
  });
}
