import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { comparable, fieldsOf } from "../../values.ts";
import { checkWhen, type When } from "../../when.ts";
import type { RehearsalWorld } from "../../world.ts";

type Gauge = Readonly<{ Name: string; Value: number; Labels: Readonly<Record<string, string>> }>;

const prefix = "vault.replication.";

/** Returns the gauges of replication by name. One about a secondary is called `lag_entries.lima`, for example. */
async function gaugesOf(world: RehearsalWorld, cluster: string): Promise<Readonly<Record<string, number>>> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "GET", path: "sys/metrics" });
  expect(status, `the metrics of ${cluster}`).to.equal(200);
  const { Gauges: gauges = [] } = body as Readonly<{ Gauges?: readonly Gauge[] }>;
  const own = gauges.filter(({ Name }) => Name.startsWith(prefix));
  return Object.fromEntries(
    own.map(({ Name, Value, Labels: { secondary } }) => [
      `${Name.slice(prefix.length)}${secondary === undefined ? "" : `.${secondary}`}`,
      Value,
    ]),
  );
}

Then(
  "{when}the replication metrics of {cluster} have {string}",
  async function (this: RehearsalWorld, when: When, cluster: string, text: string) {
    await checkWhen(this, when, async () => {
      const wanted = await fieldsOf(this, text);
      expect(comparable(await gaugesOf(this, cluster), wanted)).to.deep.equal(wanted);
    });
  },
);
