import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

async function askToRotateRoot(world: RehearsalWorld, who: string, cluster: string): Promise<void> {
  await world.tryAs(who, cluster, { method: "POST", path: "database/rotate-root/main", body: {} });
}

When(
  "the root credentials of the connection are rotated in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    await askToRotateRoot(this, "an operator", cluster);
    expect(this.last.status, this.last.body?.errors?.join("; ")).to.be.within(200, 299);
    // The database would refuse a secondary that still has the previous password.
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "{client} tries to rotate the root credentials of the connection in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await askToRotateRoot(this, who, cluster);
  },
);

// Only the service knows the password: the database must refuse every word in these responses as the password.
Then(
  "the password of {string} is neither in the answer, nor in the configuration in {cluster}, nor in what {person} was given",
  async function (this: RehearsalWorld, user: string, cluster: string, who: string) {
    const configuration = await this.cluster(cluster).read("database/config/main");
    const given = this.person(who).credentials?.answer;
    const username = this.databases.nameOf(user);
    for (const word of new Set([this.last.body, configuration, given].flatMap(wordsIn))) {
      expect(await this.stage.database.accepts(username, word), "a word that is told is the password").to.equal(false);
    }
  },
);

/** Returns all texts in a response, and their parts that may be passwords. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value, ...value.split(/[^\w-]+/)].filter((word) => word !== "");
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
