import { When } from "@cucumber/cucumber";
import { fieldsOf } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

When(
  "the link between {cluster} and {cluster} is partitioned",
  async function (this: RehearsalWorld, one: string, other: string) {
    await this.stage.partition(one, other);
  },
);

When(
  "the link between {cluster} and {cluster} drops messages silently",
  async function (this: RehearsalWorld, one: string, other: string) {
    await this.stage.dropSilently(one, other);
  },
);

When(
  "the link between {cluster} and {cluster} is healed",
  async function (this: RehearsalWorld, one: string, other: string) {
    await this.stage.heal(one, other);
  },
);

When("{cluster} is killed and started again", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).restart();
});

/** Environment of a cluster that runs outside of the cloud. */
const noMetadata = { CLOUD_EC2_METADATA_DISABLED: "true" };

// A release (`current`: today's), an edition (`community` or `enterprise`), or environment variables in capitals.
When("{cluster} is started again with {string}", async function (this: RehearsalWorld, cluster: string, text: string) {
  const fields = (await fieldsOf(this, text)) as Readonly<Record<string, string>>;
  if (!/^[A-Z]/.test(text)) return await this.cluster(cluster).restart(fields);
  const isInCloud = "CLOUD_EC2_METADATA_SERVICE_ENDPOINT" in fields;
  return await this.cluster(cluster).restart({ environment: isInCloud ? fields : { ...noMetadata, ...fields } });
});

When("{cluster} is backed up", async function (this: RehearsalWorld, cluster: string) {
  await this.stage.backUp(cluster);
  this.clients.noteBackup(cluster);
});

// A backup contains only tokens that were created before it.
When("{cluster} is restored from its backup", async function (this: RehearsalWorld, cluster: string) {
  await this.stage.restoreBackup(cluster);
  this.clients.noteRestore(cluster);
});
