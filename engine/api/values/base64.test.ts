import { test } from "node:test";
import { expect } from "chai";
import { decodeBase64, encodeBase64, encodeBase64Url } from "./base64.ts";

for (const text of ["", "a", "plain ASCII %41", "Grüße, 世界 🎭", "\u0000\n"]) {
  test(`${JSON.stringify(text)} is encoded as by Node, and decoded again`, () => {
    expect(encodeBase64Url(text)).to.equal(Buffer.from(text).toString("base64url"));
    expect(encodeBase64(text)).to.equal(Buffer.from(text).toString("base64"));
    expect(decodeBase64(Buffer.from(text).toString("base64"))).to.equal(text);
    expect(decodeBase64(encodeBase64Url(text))).to.equal(text);
  });
}

test("invalid base64 and invalid UTF-8 are refused", () => {
  expect(() => decodeBase64("!")).to.throw(SyntaxError);
  expect(() => decodeBase64("/w==")).to.throw(URIError);
});
