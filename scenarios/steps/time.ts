import { When } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../world.ts";

When("{int} second(s) pass", async function (this: RehearsalWorld, seconds: number) {
  await this.pass(seconds * 1000);
});

When("{int} minute(s) pass", async function (this: RehearsalWorld, minutes: number) {
  await this.pass(minutes * 60_000);
});

When("{int} hour(s) pass(es)", async function (this: RehearsalWorld, hours: number) {
  await this.pass(hours * 3_600_000);
});
