import { test } from "node:test";
import { expect } from "chai";
import { ada, cloudFixture, evidence } from "../fixture.suite.ts";

async function loggedIn() {
  const fixture = cloudFixture();
  await fixture.perform("write", "role/ada", {
    bound_iam_principal_arn: "arn:aws:iam::111122223333:*",
    token_ttl: 600,
  });
  await fixture.perform("write", "login", evidence());
  return { fixture, internal: fixture.issued[0]?.internal ?? {} };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "",
    (error: Error) => error.message,
  );

test("CLOUD-TOKEN-04, -06: a renewal goes by the role as it is now", async () => {
  const { fixture, internal } = await loggedIn();
  expect(await fixture.renew(internal)).to.deep.equal({ ttlSeconds: 600, maxTtlSeconds: 0, periodSeconds: 0 });
  await fixture.perform("write", "role/ada", { token_ttl: "20m", token_max_ttl: "1h", token_period: "1m" });
  expect(await fixture.renew(internal)).to.deep.equal({ ttlSeconds: 1200, maxTtlSeconds: 3600, periodSeconds: 60 });
});

test("a token is not renewed when its role is gone", async () => {
  const { fixture, internal } = await loggedIn();
  await fixture.perform("delete", "role/ada");
  expect(await refusal(fixture.renew(internal))).to.equal('role entry "ada" not found');
});

test("a token is not renewed when its principal is no longer bound", async () => {
  const { fixture, internal } = await loggedIn();
  await fixture.perform("write", "role/ada", { bound_iam_principal_arn: "arn:aws:iam::999988887777:*" });
  expect(await refusal(fixture.renew(internal))).to.equal(`role "ada" no longer bound to ARN "${ada}"`);
});

test("a token that no login made is not renewed", async () => {
  const { fixture } = await loggedIn();
  expect(await refusal(fixture.renew({ role_name: "ada" }))).to.equal("the token does not tell whose login it is of");
});
