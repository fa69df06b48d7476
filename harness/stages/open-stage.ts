import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";
import type { StoreKind } from "./stage-stores.ts";
import { unlinked } from "./topologies.ts";

/** On what stage every scenario of a run is played; JSON, because it goes to workers. */
export type StageSetting =
  | Readonly<{
      stage: "simulated";
      seed: number;
      /** Folder for the traces of the run's scenarios. */
      traces: string;
    }>
  | Readonly<{
      stage: "live";
      database: Readonly<{ url: string; description: string }>;
      /** Address of a LocalStack that all share; null for an embedded cloud to each stage. */
      localStack: string | null;
      /** On what clusters keep their state. */
      store: StoreKind;
    }>;

/**
 * Opens a stage for one scenario. `place` names the scenario, such as `features/failover/planned.feature:11`; when it is `sealed`, its
 * clusters are untouched, and somebody has to initialise them. What a stage is made
 * of is imported when it is wanted: a simulation needs no database driver, a live run no simulator.
 */
export function openStage(setting: StageSetting, place: string, { sealed = false } = {}): Promise<Stage> {
  return setting.stage === "simulated" ? openSimulated(setting, place, sealed) : openLive(setting, sealed);
}

async function openLive(
  { database, localStack, store }: Extract<StageSetting, { stage: "live" }>,
  sealed: boolean,
): Promise<Stage> {
  const { live } = await import("./live.ts");
  const { stageStores } = await import("./stage-stores.ts");
  const { postgresqlByUrl } = await import("#harness/databases/postgresql-by-url.ts");
  const cloud = async (now: () => number) => {
    if (localStack === null) return (await import("#harness/cloud/embedded-cloud.ts")).embeddedCloud({ now });
    return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud({ url: localStack });
  };
  await using rollback = new AsyncDisposableStack();
  const administrator = rollback.use(postgresqlByUrl(database));
  const stores = rollback.use(await stageStores(store, { database: administrator }));
  const stage = await live({
    topology: unlinked,
    database: postgresqlByUrl(database),
    cloud,
    sealed,
    store: (name) => stores.open(name),
  });
  const kept = rollback.move();
  return {
    ...stage,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      await kept.disposeAsync();
    },
  };
}

async function openSimulated(
  { seed, traces }: Extract<StageSetting, { stage: "simulated" }>,
  place: string,
  sealed: boolean,
): Promise<Stage> {
  const { simulated } = await import("./simulated.ts");
  const stage = await simulated({ seed: seedOf(seed, place), topology: unlinked, sealed });
  return {
    ...stage,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      const title = JSON.stringify({ scenario: place, seed });
      writeFileSync(join(traces, `${encodeURIComponent(place)}.ndjson`), `${title}\n${stage.trace.text()}`);
    },
  };
}

/** Every scenario has a seed of its own, so that playing one alone plays it as it was among others. */
function seedOf(seed: number, place: string): number {
  return createHash("sha256").update(`${seed}/${place}`).digest().readUInt32LE();
}
