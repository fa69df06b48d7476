import { type DataTable, Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Path below which the STS role of an account is configured, by account id. */
const sts = "auth/cloud/config/sts";

Given(
  "the STS role of the account {string} in {cluster} is {string}",
  async function (this: RehearsalWorld, account: string, cluster: string, arn: string) {
    await this.cluster(cluster).write(`${sts}/${account}`, { sts_role: arn });
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "the STS role of the account {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, account: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", `${sts}/${account}`);
  },
);

Then(
  "the STS role of the account {string}, read from {cluster}, is {string}",
  async function (this: RehearsalWorld, account: string, cluster: string, arn: string) {
    expect((await this.cluster(cluster).read(`${sts}/${account}`)).sts_role).to.equal(arn);
  },
);

Then(
  "there is no STS role of the account {string} in {cluster}",
  async function (this: RehearsalWorld, account: string, cluster: string) {
    const { status } = await this.cluster(cluster).askAsOperator({ method: "GET", path: `${sts}/${account}` });
    expect(status).to.equal(404);
  },
);

Then(
  "the accounts with an STS role in {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, accounts: string) {
    const { data } = await this.cluster(cluster).send("LIST", sts);
    expect(data?.keys).to.have.same.members(accounts.split(", "));
  },
);

Then("{cluster} refuses these accounts:", async function (this: RehearsalWorld, cluster: string, table: DataTable) {
  for (const { account = "", with: fields = "" } of table.hashes()) {
    const body = fields === "" ? {} : fieldsOf(fields);
    const request = { method: "POST", path: `${sts}/${account}`, body } as const;
    expectRefusal(await this.tryAs("an operator", cluster, request), `${account} with ${fields}`);
  }
});
