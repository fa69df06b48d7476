import { defineParameterType, When } from "@cucumber/cucumber";
import type { ServerTrouble } from "#harness/databases/product.ts";
import type { CutTime } from "#harness/faults/faulty-database.ts";
import type { RehearsalWorld } from "../../world.ts";
import { knownLogin } from "./login.ts";

When("the database server hangs", async function (this: RehearsalWorld) {
  await this.faulty.hang();
});

When("the database server refuses connections", async function (this: RehearsalWorld) {
  await this.faulty.refuse();
});

When("the database server is slow by {int} milliseconds each way", async function (this: RehearsalWorld, by: number) {
  await this.faulty.slow(by);
});

When("the database server ends all connections", async function (this: RehearsalWorld) {
  await this.faulty.restart();
});

defineParameterType({
  name: "cut time",
  regexp: /(?:before|after) the commit/,
  transformer: (when: string) => when as CutTime,
});

When(
  "the database server breaks the connection {cut time} of the next change of a user",
  async function (this: RehearsalWorld, when: CutTime) {
    await this.faulty.cut(when);
  },
);

When(
  "the database server fails the write number {int} to the table {string}",
  async function (this: RehearsalWorld, nth: number, table: string) {
    await this.faulty.garble({ text: this.product.tables.word(this.databases.tableOf(table)), nth });
  },
);

async function trouble(world: RehearsalWorld, kind: ServerTrouble, name: string): Promise<void> {
  await world.faulty.trouble(kind, knownLogin(world, name));
}

When("the database server takes no writes of {string}", async function (this: RehearsalWorld, name: string) {
  await trouble(this, "read-only", name);
});

When("the database server has no connection left for {string}", async function (this: RehearsalWorld, name: string) {
  await trouble(this, "full", name);
});

When("the database server recovers", async function (this: RehearsalWorld) {
  await this.faulty.recover();
});
