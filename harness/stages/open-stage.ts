import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";
import { three } from "./topologies.ts";

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
    }>;

/**
 * Opens a stage for one scenario. `place` names the scenario, such as `features/failover/planned.feature:11`. What a stage is made
 * of is imported when it is wanted: a simulation needs no database driver, a live run no simulator.
 */
export function openStage(setting: StageSetting, place: string): Promise<Stage> {
  return setting.stage === "simulated" ? openSimulated(setting, place) : openLive(setting);
}

async function openLive({ database, localStack }: Extract<StageSetting, { stage: "live" }>): Promise<Stage> {
  const { live } = await import("./live.ts");
  const { postgresqlByUrl } = await import("#harness/databases/postgresql-by-url.ts");
  const cloud = async (now: () => number) => {
    if (localStack === null) return (await import("#harness/cloud/embedded-cloud.ts")).embeddedCloud({ now });
    return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud({ url: localStack });
  };
  return live({ topology: three, database: postgresqlByUrl(database), cloud });
}

async function openSimulated(
  { seed, traces }: Extract<StageSetting, { stage: "simulated" }>,
  place: string,
): Promise<Stage> {
  const { simulated } = await import("./simulated.ts");
  const stage = await simulated({ seed: seedOf(seed, place), topology: three });
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
