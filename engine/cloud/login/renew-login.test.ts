import { test } from "node:test";
import { expect } from "chai";
import { ada, cloudFixture, evidence, identityReply } from "../fixture.suite.ts";

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

test("CLOUD-TOKEN-04, -06: a renewal uses the current role", async () => {
  const { fixture, internal } = await loggedIn();
  expect(await fixture.renew(internal)).to.deep.equal({ ttlSeconds: 600, maxTtlSeconds: 0, periodSeconds: 0 });
  await fixture.perform("write", "role/ada", { token_ttl: "20m", token_max_ttl: "1h", token_period: "1m" });
  expect(await fixture.renew(internal)).to.deep.equal({ ttlSeconds: 1200, maxTtlSeconds: 3600, periodSeconds: 60 });
});

test("a token is not renewed after its role was deleted", async () => {
  const { fixture, internal } = await loggedIn();
  await fixture.perform("delete", "role/ada");
  expect(await refusal(fixture.renew(internal))).to.equal('role entry "ada" not found');
});

test("a token is not renewed if its principal is no longer bound", async () => {
  const { fixture, internal } = await loggedIn();
  await fixture.perform("write", "role/ada", { bound_iam_principal_arn: "arn:aws:iam::999988887777:*" });
  expect(await refusal(fixture.renew(internal))).to.equal(`role "ada" no longer bound to ARN "${ada}"`);
});

test("a token without a login record is not renewed", async () => {
  const { fixture } = await loggedIn();
  expect(await refusal(fixture.renew({ role_name: "ada" }))).to.equal("the token has no valid login record");
});

function roleReply(arn: string) {
  const role = `<Path>/team/</Path><RoleName>app</RoleName><RoleId>AROA1</RoleId><Arn>${arn}</Arn>`;
  const body = `<GetRoleResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><GetRoleResult><Role>${role}</Role></GetRoleResult></GetRoleResponse>`;
  return { status: 200, contentType: "text/xml", body };
}

test("a token is renewed if its principal has since been bound by the path of its role", async () => {
  const session = identityReply("arn:aws:sts::111122223333:assumed-role/app/s", { userId: "AROA1:s" });
  const fixture = cloudFixture({ replies: [session, roleReply("arn:aws:iam::111122223333:role/team/app")] });
  await fixture.perform("write", "config/client", { access_key: "AKIAOWN", secret_key: "5ecre7" });
  const byName = { bound_iam_principal_arn: "arn:aws:iam::111122223333:role/app", resolve_aws_unique_ids: false };
  await fixture.perform("write", "role/app", { ...byName, token_ttl: 600 });
  await fixture.perform("write", "login", evidence());
  const internal = fixture.issued[0]?.internal ?? {};
  expect(await fixture.renew(internal)).to.include({ ttlSeconds: 600 });
  expect(fixture.requests).to.have.length(1);
  await fixture.perform("write", "role/app", { bound_iam_principal_arn: "arn:aws:iam::111122223333:role/team/*" });
  expect(await fixture.renew(internal)).to.include({ ttlSeconds: 600 });
  await fixture.perform("write", "role/app", { bound_iam_principal_arn: "arn:aws:iam::111122223333:role/other/*" });
  expect(await refusal(fixture.renew(internal))).to.contain('role "app" no longer bound to ARN');
});
