import { test } from "node:test";
import { expect } from "chai";
import { nodeCryptography } from "./cryptography.ts";

test("the message authentication code is the one of RFC 4231, test case 2", () => {
  expect(nodeCryptography.hmac("Jefe", "what do ya want for nothing?")).to.equal(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});
