import { test } from "node:test";
import { expect } from "chai";
import { evidence } from "../fixture.suite.ts";
import { loginType } from "./login-type.ts";
import { loginFields } from "./signed-request/evidence.ts";

const typeOf = (fields: object) => loginType(loginFields.parse(fields));

test("the type of a login is the type with complete evidence, whatever else is sent", () => {
  expect(typeOf(evidence())).to.equal("iam");
  expect(typeOf(evidence({ identity: "a" }))).to.equal("iam");
  expect(typeOf({ pkcs7: "a" })).to.equal("ec2");
  expect(typeOf({ identity: "a", signature: "b" })).to.equal("ec2");
  expect(typeOf({ pkcs7: "a", iam_request_url: "b" })).to.equal("ec2");
});

test("complete evidence of both types is refused, and so is incomplete evidence", () => {
  expect(() => typeOf(evidence({ pkcs7: "a" }))).to.throw("supplied auth values for both ec2 and iam auth types");
  const { iam_request_body: _, ...rest } = evidence();
  for (const fields of [{}, { role: "web" }, { identity: "a" }, { signature: "a" }, { pkcs7: "" }, rest]) {
    expect(() => typeOf(fields)).to.throw("didn't supply required authentication values");
  }
});
