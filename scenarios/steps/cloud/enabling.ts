import { Given } from "@cucumber/cucumber";
import { signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { stsRegion } from "../../world/clouds.ts";
import type { RehearsalWorld } from "../../world.ts";

const configuration = "auth/cloud/config/client";

// The cloud confirms who signed a request. Cloud login has no access key of its own.
Given("cloud login is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  await this.cluster(cluster).write(configuration, { sts_endpoint: this.stage.cloud.url, sts_region: stsRegion });
  await this.secondariesCaughtUp(cluster);
});

// Calls of the cloud's APIs have the administrator's access key, and no retries. The RSA key of the default region of
// instances is trusted.
Given("cloud login for instances is configured in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const { url, region, administrator } = this.stage.cloud;
  const { accessKeyId: access_key, secretAccessKey: secret_key } = administrator;
  await this.cluster(cluster).write(configuration, {
    ...{ sts_endpoint: url, endpoint: url, iam_endpoint: url },
    ...{ sts_region: stsRegion, access_key, secret_key, max_retries: 0 },
  });
  const { certificate: cloud_public_cert } = signerOf(region, "rsa2048");
  await this.cluster(cluster).write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await this.secondariesCaughtUp(cluster);
});
