import { test } from "node:test";
import { expect } from "chai";
import { cloudFixture } from "../fixture.suite.ts";

const path = "config/rotate-root";

const answer = (action: string, result: string) => ({
  status: 200,
  contentType: "text/xml",
  body: `<${action}Response xmlns="https://iam.amazonaws.com/doc/2010-05-08/">${result}</${action}Response>`,
});
const user = answer("GetUser", "<GetUserResult><User><UserName>vault</UserName></User></GetUserResult>");
const key = "<AccessKeyId>AKIANEW</AccessKeyId><SecretAccessKey>n3w5ecre7</SecretAccessKey>";
const created = answer(
  "CreateAccessKey",
  `<CreateAccessKeyResult><AccessKey>${key}</AccessKey></CreateAccessKeyResult>`,
);
const deleted = answer("DeleteAccessKey", "");
const limit = "Cannot exceed quota for AccessKeysPerUser: 2";
const refused = {
  status: 409,
  contentType: "text/xml",
  body: `<ErrorResponse><Error><Code>LimitExceeded</Code><Message>${limit}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
};

async function withKey(...replies: readonly (typeof refused)[]) {
  const fixture = cloudFixture({ replies });
  await fixture.perform("write", "config/client", { access_key: "AKIAOLD", secret_key: "01d5ecre7" });
  const accessKey = async () => (await fixture.perform("read", "config/client"))?.data?.access_key;
  return { fixture, accessKey };
}

test("CLOUD-ROTATE-01, -02, -05: a new key of the user replaces the old key, which is deleted", async () => {
  const { fixture, accessKey } = await withKey(user, created, deleted);
  expect(await fixture.perform("write", path)).to.deep.equal({ data: { access_key: "AKIANEW" } });
  expect(await accessKey()).to.equal("AKIANEW");
  const forms = fixture.requests.map(({ body }) => body);
  expect(forms).to.deep.equal([
    "Action=GetUser&Version=2010-05-08",
    "Action=CreateAccessKey&Version=2010-05-08&UserName=vault",
    "Action=DeleteAccessKey&Version=2010-05-08&UserName=vault&AccessKeyId=AKIAOLD",
  ]);
});

test("CLOUD-ROTATE-03, -04: the old key stays configured if the provider creates no new key", async () => {
  const { fixture, accessKey } = await withKey(user, refused);
  const { code, message } = await fixture.refusal("write", path);
  const text = `error calling CreateAccessKey: LimitExceeded: ${limit}\n\tstatus code: 409, request id: r`;
  expect([code, message]).to.deep.equal(["failed", text]);
  expect(await accessKey()).to.equal("AKIAOLD");
});

test("a failure to delete the old key is reported, and the new key is in use", async () => {
  const { fixture, accessKey } = await withKey(user, created, refused);
  const { code, message } = await fixture.refusal("write", path);
  expect(code).to.equal("failed");
  expect(message).to.contain("error deleting old access key ID AKIAOLD: LimitExceeded");
  expect(await accessKey()).to.equal("AKIANEW");
});

test("unset credentials cannot be rotated", async () => {
  const fixture = cloudFixture();
  const refusal = async () => (await fixture.refusal("write", path)).message;
  expect(await refusal()).to.equal("can't update client config because it's unset");
  await fixture.perform("write", "config/client", { secret_key: "x" });
  expect(await refusal()).to.equal("can't update access_key because it's unset");
  await fixture.perform("write", "config/client", { access_key: "AKIA", secret_key: "" });
  expect(await refusal()).to.equal("can't update secret_key because it's unset");
  expect(fixture.requests).to.deep.equal([]);
});
