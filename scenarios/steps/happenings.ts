import { When } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../world.ts";

When("{int} second(s) pass", async function (this: RehearsalWorld, seconds: number) {
  await this.stage.pass(seconds * 1000);
});

When("{int} minute(s) pass", async function (this: RehearsalWorld, minutes: number) {
  await this.stage.pass(minutes * 60_000);
});

When("{int} hour(s) pass(es)", async function (this: RehearsalWorld, hours: number) {
  await this.stage.pass(hours * 3_600_000);
});

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
