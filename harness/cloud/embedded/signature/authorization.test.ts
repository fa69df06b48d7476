import { strict as assert } from "node:assert";
import { test } from "node:test";
import { parseAuthorization } from "./authorization.ts";

const signature = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
const credential = "Credential=AKIDEXAMPLE/20150830/us-east-1/sts/aws4_request";
const names = "SignedHeaders=host;x-amz-date";
const whole = `AWS4-HMAC-SHA256 ${credential}, ${names}, Signature=${signature}`;

test("the parts can be in any order, with or without space after the commas", () => {
  const expected = {
    accessKeyId: "AKIDEXAMPLE",
    scope: { date: "20150830", region: "us-east-1", service: "sts", terminator: "aws4_request" },
    signedHeaders: ["host", "x-amz-date"],
    signature,
  };
  assert.deepEqual(parseAuthorization(whole), expected);
  assert.deepEqual(parseAuthorization(`AWS4-HMAC-SHA256  Signature=${signature},${names},${credential}`), expected);
});

const broken = {
  "nothing but the algorithm": "AWS4-HMAC-SHA256",
  "another algorithm": whole.replace("SHA256", "SHA512"),
  "no signature": whole.replace(/, Signature.*/, ""),
  "no credential": whole.replace(`${credential}, `, ""),
  "no signed headers": whole.replace(`${names}, `, ""),
  "a duplicate part": `${whole}, ${names}`,
  "an extra part": `${whole}, More=1`,
  "a scope too short": whole.replace("/sts", ""),
  "a scope too long": whole.replace("/sts", "/sts/sts"),
  "an empty region": whole.replace("us-east-1", ""),
  "a signature in capitals": whole.replace(signature, signature.toUpperCase()),
  "a signature too short": whole.slice(0, -1),
  "names in capitals": whole.replace("host;", "Host;"),
  "names out of order": whole.replace("host;x-amz-date", "x-amz-date;host"),
  "a duplicate name": whole.replace("host;", "host;host;"),
  "an empty name": whole.replace("host;", ";host;"),
};

for (const [what, header] of Object.entries(broken)) {
  test(`a header with ${what} is incomplete, and the error does not contain it`, () => {
    assert.throws(
      () => parseAuthorization(header),
      (error: Error & { code: string }) =>
        error.code === "IncompleteSignature" && !error.message.includes("AKID") && !error.message.includes("5fa0"),
    );
  });
}
