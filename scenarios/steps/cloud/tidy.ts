import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

/**
 * Returns the path of a list's tidy configuration. `list` is `identity-accesslist`, `roletag-denylist`, or the
 * deprecated name of one of these.
 */
function configurationOf(list: string): string {
  return `auth/cloud/config/tidy/${list}`;
}

When(
  "tidy of the {string} is configured in {cluster} with {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, fields: string) {
    await this.cluster(cluster).write(configurationOf(list), fieldsOf(fields));
  },
);

Given("periodic tidy of both lists is disabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  for (const list of ["identity-accesslist", "roletag-denylist"]) {
    await this.cluster(cluster).write(`auth/cloud/config/tidy/${list}`, { disable_periodic_tidy: true });
  }
  await this.secondariesCaughtUp(cluster);
});

Then(
  "the tidy configuration of the {string}, read from {cluster}, has {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, fields: string) {
    const told = await this.cluster(cluster).read(configurationOf(list));
    const texts = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value)]));
    expect(texts).to.include(fieldsOf(fields));
  },
);

When(
  "the tidy configuration of the {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, list: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", configurationOf(list));
  },
);

Then(
  "there is no tidy configuration of the {string} in {cluster}",
  async function (this: RehearsalWorld, list: string, cluster: string) {
    const { status } = await this.cluster(cluster).askAsOperator({ method: "GET", path: configurationOf(list) });
    expect(status).to.equal(404);
  },
);

Then(
  "{cluster} refuses these tidy configurations:",
  async function (this: RehearsalWorld, cluster: string, table: DataTable) {
    for (const { list = "", with: fields = "" } of table.hashes()) {
      const request = { method: "POST", path: configurationOf(list), body: fieldsOf(fields) } as const;
      expectRefusal(await this.tryAs("an operator", cluster, request), `${list} with ${fields}`);
    }
  },
);

Given(
  "cloud login in {cluster} gives tokens for {string} at most",
  async function (this: RehearsalWorld, cluster: string, longest: string) {
    await this.cluster(cluster).write("sys/auth/cloud/tune", { max_lease_ttl: longest });
  },
);

When(
  "the {string} is tidied in {cluster} with {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, fields: string) {
    await this.cluster(cluster).write(`auth/cloud/tidy/${list}`, fieldsOf(fields));
  },
);

When(
  "{client} tries to tidy the {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, list: string, cluster: string, fields: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `auth/cloud/tidy/${list}`, body: fieldsOf(fields) });
  },
);
