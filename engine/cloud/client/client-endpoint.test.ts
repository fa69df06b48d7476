import { test } from "node:test";
import { expect } from "chai";
import { cloudFixture } from "../fixture.suite.ts";

const path = "config/client";
const everything = {
  max_retries: 2,
  access_key: "AKIAOWN",
  secret_key: "5ecre7",
  endpoint: "http://ec2.test",
  iam_endpoint: "http://iam.test",
  sts_endpoint: "http://sts.test",
  sts_region: "eu-west-3",
  iam_server_id_header_value: "oslo",
  allowed_sts_header_values: "x-custom-one, X-CUSTOM-TWO,,x-custom-one",
};

const { secret_key: _, ...readable } = everything;
const shown = { ...readable, allowed_sts_header_values: ["X-Custom-One", "X-Custom-Two"] };

test("CLOUD-CLIENT-01: the configuration is read as written, without the secret key", async () => {
  const fixture = cloudFixture();
  expect(await fixture.perform("write", path, everything)).to.equal(undefined);
  expect(await fixture.perform("read", path)).to.deep.equal({ data: shown });
});

test("CLOUD-CLIENT-01: an update keeps the fields that it omits", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, everything);
  await fixture.perform("write", path, { sts_region: "", access_key: null });
  expect((await fixture.perform("read", path))?.data).to.deep.equal({ ...shown, sts_region: "" });
});

test("CLOUD-CLIENT-02: a deleted configuration is absent, and may be deleted again", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, everything);
  await fixture.perform("delete", path);
  expect((await fixture.refusal("read", path)).code).to.equal("absent");
  expect(await fixture.perform("delete", path)).to.equal(undefined);
});

test("CLOUD-CLIENT-03: every subset of the fields is accepted", async () => {
  for (const [name, value] of Object.entries(everything)) {
    const fixture = cloudFixture();
    expect(await fixture.perform("write", path, { [name]: value }), name).to.equal(undefined);
  }
});

test("CLOUD-CLIENT-04 to -07: defaults", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, {});
  expect((await fixture.perform("read", path))?.data).to.deep.equal({
    max_retries: -1,
    access_key: "",
    endpoint: "",
    iam_endpoint: "",
    sts_endpoint: "",
    sts_region: "",
    iam_server_id_header_value: "",
    allowed_sts_header_values: [],
  });
});

test("a number of retries below -1 is refused and changes nothing", async () => {
  const fixture = cloudFixture();
  await fixture.perform("write", path, everything);
  expect((await fixture.refusal("write", path, { max_retries: -2, access_key: "other" })).status).to.equal(400);
  expect((await fixture.perform("read", path))?.data).to.deep.equal(shown);
});

test("the first write requires the create capability, later writes the update capability", async () => {
  const fixture = cloudFixture();
  expect(await fixture.exists(path)).to.equal(false);
  await fixture.perform("write", path);
  expect(await fixture.exists(path)).to.equal(true);
});
