import { test } from "node:test";
import { expect } from "chai";
import { parsePrincipal } from "./principal.ts";

test("CLOUD-LOGIN-06: a user's friendly name excludes the user's path", () => {
  expect(parsePrincipal("arn:aws:iam::111122223333:user/team/a/Jane")).to.deep.equal({
    account: "111122223333",
    friendlyName: "Jane",
    sessionName: "",
    canonicalArn: "arn:aws:iam::111122223333:user/Jane",
    fullArn: "arn:aws:iam::111122223333:user/team/a/Jane",
  });
});

test("CLOUD-PRINC-04: an assumed role is identified by the ARN of its role, whatever the session", () => {
  const [one, other] = ["one", "other"].map((session) =>
    parsePrincipal(`arn:aws-cn:sts::111122223333:assumed-role/WebApp/${session}`),
  );
  expect({ ...one, sessionName: "other" }).to.deep.equal(other);
  expect(one).to.include({ friendlyName: "WebApp", canonicalArn: "arn:aws-cn:iam::111122223333:role/WebApp" });
});

const refused = {
  "arn:aws:iam::111122223333:root": `unrecognized arn: "root" contains fewer than 2 slash-separated parts`,
  bogus: "unrecognized arn: contains 1 colon-separated parts, expected 6",
  "arn:aws:ec2::111122223333:user/a": "unrecognized service: ec2, not one of iam or sts",
  "arn:aws:sts::111122223333:federated-user/a": `unrecognized principal type: "federated-user"`,
  "arn:aws:iam::111122223333:role/a": `unrecognized principal type: "role"`,
  "arn:aws:iam::111122223333:assumed-role/a/b": `unrecognized principal type: "assumed-role"`,
  "arn:aws:sts::111122223333:assumed-role/a": `unrecognized principal type: "assumed-role"`,
  "arn:aws:sts::111122223333:assumed-role/a/b/c": `unrecognized principal type: "assumed-role"`,
  "arn:aws:iam::111122223333:user/": `unrecognized principal type: "user"`,
  "arn:aws:iam::1111:user/a": "unrecognized arn: no account of twelve digits",
  "nra:aws:iam::111122223333:user/a": `unrecognized arn: does not begin with "arn:" and a partition`,
};

for (const [arn, why] of Object.entries(refused)) {
  test(`CLOUD-IAM-08: ${arn} cannot log in`, () => {
    expect(() => parsePrincipal(arn)).to.throw(`error parsing arn "${arn}": ${why}`);
  });
}
