import { defineParameterType, When } from "@cucumber/cucumber";
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

defineParameterType({
  name: "edition",
  regexp: /community|enterprise/,
  transformer: (edition: string) => edition as "community" | "enterprise",
});

When(
  "{cluster} is started again as the {edition} edition",
  async function (this: RehearsalWorld, cluster: string, edition: "community" | "enterprise") {
    await this.cluster(cluster).restart({ edition });
  },
);

When("{cluster} is backed up", async function (this: RehearsalWorld, cluster: string) {
  await this.stage.backUp(cluster);
  this.clients.noteBackup(cluster);
});

// A backup contains only tokens that were created before it.
When("{cluster} is restored from its backup", async function (this: RehearsalWorld, cluster: string) {
  await this.stage.restoreBackup(cluster);
  this.clients.noteRestore(cluster);
});
