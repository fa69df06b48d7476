import { Given } from "@cucumber/cucumber";
import { signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";

type Fields = Readonly<Record<string, string | number>>;

const configuration = "auth/cloud/config/client";

/** Configuration with which cloud login asks the stage's cloud who signed a request. */
function stsOf({ stage: { cloud } }: RehearsalWorld): Fields {
  return { sts_endpoint: cloud.url, sts_region: stsRegion };
}

/** Configuration with which cloud login calls all APIs of the stage's cloud, with the administrator's access key. */
function allOf(world: RehearsalWorld): Fields {
  const { url, administrator } = world.stage.cloud;
  const { accessKeyId: access_key, secretAccessKey: secret_key } = administrator;
  return { ...stsOf(world), access_key, secret_key, endpoint: url, iam_endpoint: url };
}

async function enable(world: RehearsalWorld, cluster: string, fields: Fields): Promise<void> {
  await world.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  await world.cluster(cluster).write(configuration, fields);
  await world.secondariesCaughtUp(cluster);
}

Given("cloud login is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await enable(this, cluster, stsOf(this));
});

Given(
  "cloud login is enabled in {cluster} with the administrator's access key",
  async function (this: RehearsalWorld, cluster: string) {
    await enable(this, cluster, allOf(this));
  },
);

// The cloud is called without retries, and the RSA key of the default region of instances is trusted.
Given("cloud login for instances is configured in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const cloud_public_cert = signerOf(this.stage.cloud.region, "rsa2048").certificate;
  await this.cluster(cluster).write(configuration, { ...allOf(this), max_retries: 0 });
  await this.cluster(cluster).write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await this.secondariesCaughtUp(cluster);
});
