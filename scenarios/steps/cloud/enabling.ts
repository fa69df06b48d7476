import { Given, When } from "@cucumber/cucumber";
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

Given(
  "cloud login is enabled in {cluster}, not configured yet",
  async function (this: RehearsalWorld, cluster: string) {
    await this.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  },
);

Given(
  "tokens of cloud login in {cluster} last at most {int} hour(s)",
  async function (this: RehearsalWorld, cluster: string, hours: number) {
    await this.cluster(cluster).write("sys/auth/cloud/tune", { max_lease_ttl: `${hours}h` });
  },
);

Given("cloud login is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await enable(this, cluster, stsOf(this));
});

Given(
  "cloud login is enabled in {cluster} for the server {string}",
  async function (this: RehearsalWorld, cluster: string, server: string) {
    await enable(this, cluster, { ...stsOf(this), iam_server_id_header_value: server });
  },
);

Given(
  "cloud login is enabled in {cluster} with the administrator's access key",
  async function (this: RehearsalWorld, cluster: string) {
    await enable(this, cluster, allOf(this));
  },
);

Given("cloud login for instances is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await enable(this, cluster, allOf(this));
  await configureForInstances(this, cluster);
});

Given("cloud login for instances is configured in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await configureForInstances(this, cluster);
});

/** Configures cloud login to call the cloud without retries, and to trust the RSA key of the default region of instances. */
async function configureForInstances(world: RehearsalWorld, cluster: string): Promise<void> {
  const cloud_public_cert = signerOf(world.stage.cloud.region, "rsa2048").certificate;
  await world.cluster(cluster).write(configuration, { ...allOf(world), max_retries: 0 });
  await world.cluster(cluster).write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await world.secondariesCaughtUp(cluster);
}

When(
  "cloud login in {cluster} requires the server ID {string}",
  async function (this: RehearsalWorld, cluster: string, server: string) {
    await this.cluster(cluster).write(configuration, { iam_server_id_header_value: server });
    await this.secondariesCaughtUp(cluster);
  },
);
