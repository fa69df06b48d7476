import { suite, test } from "node:test";
import { expect } from "chai";
import { wrapRequest } from "./wrap-request.ts";

suite("a request to wrap the response", () => {
  for (const [ttl, ttlSeconds] of [
    ["60", 60],
    [" 60 ", 60],
    ["1h30m", 5400],
    ["2d", 172_800],
    ["9223372036", 9_223_372_036],
  ] as const) {
    test(`${ttl} is ${ttlSeconds} seconds`, () => {
      expect(wrapRequest({ "x-vault-wrap-ttl": ttl })).to.deep.equal({ ttlSeconds, jwt: false });
      expect(wrapRequest({ "x-svc-wrap-ttl": ttl })).to.deep.equal({ ttlSeconds, jwt: false });
    });
  }

  for (const ttl of ["", "0", "0s", "00"]) {
    test(`${JSON.stringify(ttl)} requests no wrapping`, () => {
      expect(wrapRequest({ "x-vault-wrap-ttl": ttl, "x-vault-wrap-format": "jwt" })).to.equal(undefined);
    });
  }

  test("a JWT is created only on request", () => {
    for (const [format, jwt] of [
      ["jwt", true],
      ["JWT", true],
      ["uuid", false],
      ["", false],
    ] as const) {
      expect(wrapRequest({ "x-vault-wrap-ttl": "1", "x-vault-wrap-format": format }), format).to.have.property(
        "jwt",
        jwt,
      );
    }
  });

  for (const ttl of ["bogus", "-1", "1e3", "9223372037", "NaN"]) {
    test(`${ttl} is refused`, () => {
      expect(() => wrapRequest({ "x-vault-wrap-ttl": ttl })).to.throw(/^error parsing X-Vault-Wrap-TTL header: /);
    });
  }
});
