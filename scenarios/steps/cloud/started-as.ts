import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";
import { lastCall } from "./last-call.ts";

type Environment = Readonly<Record<string, string>>;

const noMetadata: Environment = { CLOUD_EC2_METADATA_DISABLED: "true" };

function keyOf(world: RehearsalWorld, who: string): Environment {
  const { accessKeyId, secretAccessKey } = world.clouds.user(who);
  return { CLOUD_ACCESS_KEY: accessKeyId, CLOUD_SECRET_KEY: secretAccessKey };
}

/** Returns the environment of a cluster that uses the metadata service of an instance, as if it ran there. */
async function onInstance(world: RehearsalWorld, name: string): Promise<Environment> {
  const { instance } = world.instances.named(name);
  return { CLOUD_EC2_METADATA_SERVICE_ENDPOINT: await world.stage.cloud.metadataOf(instance) };
}

async function startIn(world: RehearsalWorld, cluster: string, environment: Environment): Promise<void> {
  await world.cluster(cluster).restart({ environment });
}

When(
  "{cluster} is started again with the access key of {person} in its environment",
  async function (this: RehearsalWorld, cluster: string, who: string) {
    await startIn(this, cluster, { ...noMetadata, ...keyOf(this, who) });
  },
);

When(
  "{cluster} is started again with the access key of {person} and the region {string} in its environment",
  async function (this: RehearsalWorld, cluster: string, who: string, region: string) {
    await startIn(this, cluster, { ...noMetadata, ...keyOf(this, who), CLOUD_REGION: region });
  },
);

When(
  "{cluster} is started again with the access key of {person} and the provider at the stand-in {string} in its environment",
  async function (this: RehearsalWorld, cluster: string, who: string, name: string) {
    const { url } = await this.stage.cloud.standIn(name);
    await startIn(this, cluster, { ...noMetadata, ...keyOf(this, who), CLOUD_ENDPOINT_URL: url });
  },
);

When(
  "{cluster} is started again with {string} in its environment",
  async function (this: RehearsalWorld, cluster: string, variables: string) {
    await startIn(this, cluster, { ...noMetadata, ...fieldsOf(variables) });
  },
);

When(
  "{cluster} is started again with the provider at the stand-in {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    const { url } = await this.stage.cloud.standIn(name);
    await startIn(this, cluster, { ...noMetadata, CLOUD_ENDPOINT_URL: url });
  },
);

When(
  "{cluster} is started again on the instance {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    await startIn(this, cluster, await onInstance(this, name));
  },
);

When(
  "{cluster} is started again on the instance {string} with the access key of {person} in its environment",
  async function (this: RehearsalWorld, cluster: string, name: string, who: string) {
    await startIn(this, cluster, { ...(await onInstance(this, name)), ...keyOf(this, who) });
  },
);

When(
  "{cluster} is started again as release {string}",
  async function (this: RehearsalWorld, cluster: string, release: string) {
    await this.cluster(cluster).restart({ release });
  },
);

When("{cluster} is started again as today's release", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).restart({ release: "current" });
});

Given("cloud login in {cluster} has no access key", async function (this: RehearsalWorld, cluster: string) {
  const fields = { access_key: "", secret_key: "", sts_region: "" };
  await this.cluster(cluster).write("auth/cloud/config/client", fields);
  await this.secondariesCaughtUp(cluster);
});

Then(
  "the last {string} that the cloud answered was for the region {string}",
  async function (this: RehearsalWorld, action: string, region: string) {
    expect((await lastCall(this, action))?.region).to.equal(region);
  },
);

Then(
  "the last {string} that the cloud answered was signed by the IAM role {string} of the instance {string}",
  async function (this: RehearsalWorld, action: string, role: string, name: string) {
    const { account, id } = this.instances.named(name).instance;
    expect((await lastCall(this, action))?.caller).to.equal(`arn:aws:sts::${account}:assumed-role/${role}/${id}`);
  },
);
