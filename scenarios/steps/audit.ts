import { expect } from "chai";
import { Then, When } from "../define.ts";
import { filled } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

When("the audit device of {cluster} fails", async function (cluster) {
  await (await this.stage.auditFile(cluster)).refuse();
});

When("the audit device of {cluster} works again", async function (cluster) {
  await (await this.stage.auditFile(cluster)).accept();
});

type Entry = Readonly<{
  type: string;
  request?: Readonly<{ operation: string; path: string }>;
  response?: Readonly<{ auth?: Readonly<{ metadata?: Readonly<Record<string, string>> }> }>;
}>;

export async function entriesOf(world: RehearsalWorld, cluster: string): Promise<readonly Entry[]> {
  const text = await (await world.stage.auditFile(cluster)).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

Then(
  "the audit log of {cluster} has the request and the response of a {word} of {string}",
  async function (cluster, operation, path) {
    const found = (await entriesOf(this, cluster)).filter(
      ({ request }) => request?.operation === operation && request.path === path,
    );
    expect(found.map(({ type }) => type)).to.deep.equal(["request", "response"]);
  },
);

Then("the audit log of {cluster} has no entry for {string}", async function (cluster, path) {
  expect((await entriesOf(this, cluster)).filter(({ request }) => request?.path === path)).to.deep.equal([]);
});

Then("the audit log of {cluster} does not contain {string}", async function (cluster, text) {
  const log = await (await this.stage.auditFile(cluster)).text();
  expect(log)
    .not.to.equal("")
    .and.not.to.contain(await filled(this, text));
});
