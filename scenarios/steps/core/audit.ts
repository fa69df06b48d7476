import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "what is asked of {cluster} is written to its audit file",
  async function (this: RehearsalWorld, cluster: string) {
    const { path } = await this.stage.auditFile(cluster);
    await this.cluster(cluster).tell("PUT", "sys/audit/file", {
      type: "file",
      local: true,
      options: { file_path: path },
    });
  },
);

When("the audit file of {cluster} cannot be written to", async function (this: RehearsalWorld, cluster: string) {
  await (await this.stage.auditFile(cluster)).refuse();
});

When("the audit file of {cluster} can be written to again", async function (this: RehearsalWorld, cluster: string) {
  await (await this.stage.auditFile(cluster)).accept();
});

/** A device that is new is tried with an entry that is of no request. */
type Entry = Readonly<{ type: string; request?: Readonly<{ operation: string; path: string }> }>;

async function entries(world: RehearsalWorld, cluster: string): Promise<readonly Entry[]> {
  const text = await (await world.stage.auditFile(cluster)).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

Then(
  "the audit file of {cluster} tells of a {word} of {string}, asked and answered",
  async function (this: RehearsalWorld, cluster: string, operation: string, path: string) {
    const found = (await entries(this, cluster)).filter(
      ({ request }) => request?.operation === operation && request.path === path,
    );
    expect(found.map(({ type }) => type)).to.deep.equal(["request", "response"]);
  },
);

Then(
  "the audit file of {cluster} tells nothing of {string}",
  async function (this: RehearsalWorld, cluster: string, path: string) {
    expect((await entries(this, cluster)).filter(({ request }) => request?.path === path)).to.deep.equal([]);
  },
);

Then(
  "neither {string} nor the token of {person} stands in the audit file of {cluster}",
  async function (this: RehearsalWorld, word: string, who: string, cluster: string) {
    const text = await (await this.stage.auditFile(cluster)).text();
    const { token = "" } = this.person(who);
    expect(token).not.to.equal("");
    for (const secret of [word, token]) expect(text).not.to.contain(secret);
  },
);

When(
  "{person} reads {string} in {cluster} with the token that they hold",
  async function (this: RehearsalWorld, who: string, path: string, cluster: string) {
    await this.try(cluster, { method: "GET", path, token: this.person(who).token ?? "" });
  },
);
