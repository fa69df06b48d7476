import { test } from "node:test";
import { expect } from "chai";
import { environmentOf } from "./environment.ts";

const cloud = {
  url: "http://cloud.test",
  region: "us-east-1",
  administrator: { accessKeyId: "AKIACLOUD", secretAccessKey: "of-the-cloud" },
};
const none = { CLOUD_EC2_METADATA_DISABLED: "true", AWS_EC2_METADATA_DISABLED: "true" };

test("a cluster without variables has no instance metadata", () => {
  expect(environmentOf("Oslo", { Lima: { CLOUD_REGION: "eu-west-1" } }, { cloud })).to.deep.equal(none);
});

test("variables of a cluster override variables of all clusters", () => {
  const file = { "*": { CLOUD_REGION: "us-east-1", CLOUD_ACCESS_KEY: "AKIA" }, Lima: { CLOUD_REGION: "eu-west-1" } };
  const of = (name: string) => environmentOf(name, file, { cloud });
  expect(of("Oslo")).to.deep.equal({ ...none, CLOUD_REGION: "us-east-1", CLOUD_ACCESS_KEY: "AKIA" });
  expect(of("Lima")).to.deep.equal({ ...none, CLOUD_REGION: "eu-west-1", CLOUD_ACCESS_KEY: "AKIA" });
});

test("values come from this process and from the cloud endpoint", () => {
  const file = {
    Oslo: {
      CLOUD_ENDPOINT_URL: { cloud: "url" },
      CLOUD_REGION: { cloud: "region" },
      CLOUD_ACCESS_KEY: { cloud: "access_key_id" },
      CLOUD_SECRET_KEY: { cloud: "secret_access_key" },
      AWS_SECRET_KEY: { variable: "HELD" },
    },
  } as const;
  expect(environmentOf("Oslo", file, { cloud, variables: { HELD: "in-the-shell" } })).to.deep.equal({
    ...none,
    CLOUD_ENDPOINT_URL: "http://cloud.test",
    CLOUD_REGION: "us-east-1",
    CLOUD_ACCESS_KEY: "AKIACLOUD",
    CLOUD_SECRET_KEY: "of-the-cloud",
    AWS_SECRET_KEY: "in-the-shell",
  });
});

test("a metadata endpoint enables metadata for its prefix, unless they are disabled as well", () => {
  const file = { Oslo: { AWS_EC2_METADATA_SERVICE_ENDPOINT: "http://localhost:1338" } };
  expect(environmentOf("Oslo", file, { cloud })).to.deep.equal({ CLOUD_EC2_METADATA_DISABLED: "true", ...file.Oslo });
  const off = { Oslo: { ...file.Oslo, AWS_EC2_METADATA_DISABLED: "true" } };
  expect(environmentOf("Oslo", off, { cloud })).to.deep.equal({ ...none, ...file.Oslo });
});
