import { test } from "node:test";
import { expect } from "chai";
import { ada, evidence, testScene } from "../test-scene.suite.ts";

async function loggedIn() {
  const scene = testScene();
  await scene.perform("write", "role/ada", { bound_iam_principal_arn: "arn:aws:iam::111122223333:*", token_ttl: 600 });
  await scene.perform("write", "login", evidence());
  return { scene, internal: scene.issued[0]?.internal ?? {} };
}

const refusal = (deed: Promise<unknown>) =>
  deed.then(
    () => "",
    (error: Error) => error.message,
  );

test("CLOUD-TOKEN-04, -06: a renewal goes by the role as it is now", async () => {
  const { scene, internal } = await loggedIn();
  expect(await scene.renew(internal)).to.deep.equal({ ttlSeconds: 600, maxTtlSeconds: 0, periodSeconds: 0 });
  await scene.perform("write", "role/ada", { token_ttl: "20m", token_max_ttl: "1h", token_period: "1m" });
  expect(await scene.renew(internal)).to.deep.equal({ ttlSeconds: 1200, maxTtlSeconds: 3600, periodSeconds: 60 });
});

test("a token is not renewed when its role is gone", async () => {
  const { scene, internal } = await loggedIn();
  await scene.perform("delete", "role/ada");
  expect(await refusal(scene.renew(internal))).to.equal('role entry "ada" not found');
});

test("a token is not renewed when its principal is no longer bound", async () => {
  const { scene, internal } = await loggedIn();
  await scene.perform("write", "role/ada", { bound_iam_principal_arn: "arn:aws:iam::999988887777:*" });
  expect(await refusal(scene.renew(internal))).to.equal(`role "ada" no longer bound to ARN "${ada}"`);
});

test("a token that no login made is not renewed", async () => {
  const { scene } = await loggedIn();
  expect(await refusal(scene.renew({ role_name: "ada" }))).to.equal("the token does not tell whose login it is of");
});
