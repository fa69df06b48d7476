import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Given("a file audit device is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  const { path } = await this.stage.auditFile(cluster);
  await this.cluster(cluster).send("PUT", "sys/audit/file", {
    type: "file",
    local: true,
    options: { file_path: path },
  });
});

When("the audit device of {cluster} fails", async function (this: RehearsalWorld, cluster: string) {
  await (await this.stage.auditFile(cluster)).refuse();
});

When("the audit device of {cluster} works again", async function (this: RehearsalWorld, cluster: string) {
  await (await this.stage.auditFile(cluster)).accept();
});

/** Paths of requests that leave no audit entry, by their description in steps. */
const unlogged: Readonly<Record<string, string>> = {
  "an unwrapping": "sys/wrapping/unwrap",
  "a look at the replication status": "sys/replication/performance/status",
};

/** An audit entry. The entry that tests a new audit device has no request. */
type Entry = Readonly<{ type: string; request?: Readonly<{ operation: string; path: string }> }>;

async function entries(world: RehearsalWorld, cluster: string): Promise<readonly Entry[]> {
  const text = await (await world.stage.auditFile(cluster)).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

Then(
  "the audit log of {cluster} has the request and the response of a {word} of {string}",
  async function (this: RehearsalWorld, cluster: string, operation: string, path: string) {
    const found = (await entries(this, cluster)).filter(
      ({ request }) => request?.operation === operation && request.path === path,
    );
    expect(found.map(({ type }) => type)).to.deep.equal(["request", "response"]);
  },
);

Then(
  "the audit log of {cluster} has no entry of {}",
  async function (this: RehearsalWorld, cluster: string, what: string) {
    const path = unlogged[what];
    if (path === undefined) throw new Error(`the step knows no ${what}`);
    expect((await entries(this, cluster)).filter(({ request }) => request?.path === path)).to.deep.equal([]);
  },
);

Then(
  "neither {string} nor {person}'s token is in the audit log of {cluster}",
  async function (this: RehearsalWorld, word: string, who: string, cluster: string) {
    const text = await (await this.stage.auditFile(cluster)).text();
    const token = this.clients.givenToken(who, cluster);
    for (const secret of [word, token]) expect(text).not.to.contain(secret);
  },
);
