import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import type { RehearsalWorld } from "../../world.ts";

/** A number that a cluster tells of itself now. */
type Gauge = Readonly<{ Name: string; Value: number }>;

/** What the metrics of a cluster tell of replication, by name. */
async function gaugesOf(world: RehearsalWorld, cluster: string): Promise<Readonly<Record<string, number>>> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "GET", path: "sys/metrics" });
  expect(status, `the metrics of ${cluster}`).to.equal(200);
  const { Gauges: gauges = [] } = body as Readonly<{ Gauges?: readonly Gauge[] }>;
  const prefix = "vault.replication.";
  const own = gauges.filter(({ Name }) => Name.startsWith(prefix));
  return Object.fromEntries(own.map(({ Name, Value }) => [Name.slice(prefix.length), Value]));
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
