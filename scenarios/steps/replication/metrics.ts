import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import type { RehearsalWorld } from "../../world.ts";

type Gauge = Readonly<{ Name: string; Value: number; Labels: Readonly<Record<string, string>> }>;

const prefix = "vault.replication.";

async function toldBy(world: RehearsalWorld, cluster: string): Promise<readonly Gauge[]> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "GET", path: "sys/metrics" });
  expect(status, `the metrics of ${cluster}`).to.equal(200);
  const { Gauges: gauges = [] } = body as Readonly<{ Gauges?: readonly Gauge[] }>;
  return gauges.filter(({ Name }) => Name.startsWith(prefix));
}

async function gaugesOf(world: RehearsalWorld, cluster: string): Promise<Readonly<Record<string, number>>> {
  const own = await toldBy(world, cluster);
  return Object.fromEntries(own.map(({ Name, Value }) => [Name.slice(prefix.length), Value]));
}

async function expectLag(world: RehearsalWorld, primary: string, secondary: string, entries: number): Promise<void> {
  const of = (await toldBy(world, primary)).filter(({ Labels }) => Labels.secondary === secondary.toLowerCase());
  const told = Object.fromEntries(of.map(({ Name, Value }) => [Name, Value]));
  expect(told, `what the metrics of ${primary} tell of ${secondary}`).to.deep.equal({
    [`${prefix}lag_entries`]: entries,
  });
}

Then(
  "the metrics of {cluster} and those of {cluster} soon tell how far the log is, as their status does",
  async function (this: RehearsalWorld, primary: string, secondary: string) {
    await this.eventually(async () => {
      const written = writtenBy(await this.cluster(primary).status());
      expect(written).to.be.greaterThan(0);
      expect((await gaugesOf(this, primary))["wal.last_wal"], primary).to.equal(written);
      expect(receivedBy(await this.cluster(secondary).status())).to.equal(written);
      expect((await gaugesOf(this, secondary))["fsm.last_remote_wal"], secondary).to.equal(written);
    });
  },
);

Then(
  "the metrics of {cluster} soon tell of {int} connected secondary/secondaries",
  async function (this: RehearsalWorld, cluster: string, count: number) {
    await this.eventually(async () => {
      expect((await gaugesOf(this, cluster)).connected_secondaries).to.equal(count);
    });
  },
);

Then(
  "the metrics of {cluster} soon tell that {cluster} is {int} entries behind",
  async function (this: RehearsalWorld, primary: string, secondary: string, entries: number) {
    await this.eventually(() => expectLag(this, primary, secondary, entries));
  },
);

Then(
  "the metrics of {cluster} tell that {cluster} is {int} entries behind",
  async function (this: RehearsalWorld, primary: string, secondary: string, entries: number) {
    await expectLag(this, primary, secondary, entries);
  },
);
