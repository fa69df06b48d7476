import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

When("{cluster} has the right to lead", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(async () => {
    expect((await this.cluster(cluster).status()).right_to_lead).to.equal("held");
  });
});

Then("{cluster} no longer has the right to lead", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(async () => {
    expect((await this.cluster(cluster).status()).right_to_lead).to.equal("none");
  });
});

When(
  "{cluster} has learnt that {cluster} is the primary",
  async function (this: RehearsalWorld, cluster: string, primary: string) {
    const { era } = await this.cluster(primary).status();
    expect(era, `the era of ${primary}`).to.be.a("number");
    await this.eventually(async () => {
      expect((await this.cluster(cluster).status()).era).to.equal(era);
    });
  },
);

Then("{cluster} is fenced", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(async () => {
    expect(await this.cluster(cluster).status()).to.include({ mode: "primary", state: "fenced" });
  });
});

Then("{cluster} reports that its store is outdated", async function (this: RehearsalWorld, cluster: string) {
  const { outdated_store: outdated, known_secondaries, last_wal = 0 } = await this.cluster(cluster).status();
  expect(known_secondaries).to.include(outdated?.ahead);
  expect(outdated?.ahead_wal).to.be.greaterThan(last_wal);
});

Then("the answer warns, naming {string}", function (this: RehearsalWorld, name: string) {
  expect((this.last.body?.warnings ?? []).join("\n")).to.contain(name);
});

Then(
  "{cluster} reports that it gave up {int} entries of {string}",
  async function (this: RehearsalWorld, cluster: string, entries: number, mount: string) {
    const { given_up: givenUp } = await this.cluster(cluster).status();
    expect(givenUp?.mounts).to.deep.equal([mount]);
    expect(givenUp?.entries).to.equal(entries);
    expect((givenUp?.last_wal ?? 0) - (givenUp?.first_wal ?? 0) + 1).to.equal(entries);
  },
);

Then(
  "{cluster} reports that {string} was removed",
  async function (this: RehearsalWorld, cluster: string, mount: string) {
    expect((await this.cluster(cluster).status()).given_up?.removed_mounts).to.deep.equal([mount]);
  },
);
