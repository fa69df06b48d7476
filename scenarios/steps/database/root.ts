import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

async function askToRotateRoot(world: RehearsalWorld, cluster: string): Promise<void> {
  const { rootToken: token } = world.cluster(cluster);
  await world.try(cluster, { method: "POST", path: "database/rotate-root/main", body: {}, token });
}

When(
  "the root credentials of the connection are rotated in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    await askToRotateRoot(this, cluster);
    expect(this.last.status, this.last.body?.errors?.join("; ")).to.be.within(200, 299);
  },
);

When(
  "the root credentials of the connection are tried to be rotated in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    await askToRotateRoot(this, cluster);
  },
);

// Nobody knows the password: but whatever is told, nobody gets in with it.
Then(
  "the password of {string} is neither in the answer, nor in the configuration in {cluster}, nor in what {person} was given",
  async function (this: RehearsalWorld, user: string, cluster: string, who: string) {
    const configuration = await this.cluster(cluster).read("database/config/main");
    const given = this.person(who).credentials?.answer;
    const username = this.databaseName(user);
    for (const word of new Set([this.last.body, configuration, given].flatMap(wordsIn))) {
      expect(await this.stage.database.accepts(username, word), "a word that is told is the password").to.equal(false);
    }
  },
);

/** All texts in an answer, whole and in pieces that may be passwords. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value, ...value.split(/[^\w-]+/)].filter((word) => word !== "");
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}
