// Starts the same clusters or services repeatedly and reports the milliseconds of each start, without imports.
import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import type { Stage } from "#harness/stages/stage.ts";
import { three } from "#harness/stages/topologies.ts";
import { linked } from "../linked.ts";
import { inputOf, report } from "./child-process.ts";

const { kind, times } = inputOf(z.object({ kind: z.enum(["live", "simulated", "bare"]), times: z.int() }));

const restMilliseconds = 20;

const start = await starter();
const milliseconds: number[] = [];
for (let time = 0; time < times; time++) {
  await passed(restMilliseconds);
  const begun = performance.now();
  await using _started = await start();
  milliseconds.push(performance.now() - begun);
}
report(milliseconds);

async function starter(): Promise<() => Promise<AsyncDisposable>> {
  switch (kind) {
    case "live": {
      const { liveStage } = await import("../live-stage.ts");
      return () => withLinks(liveStage(three));
    }
    case "simulated": {
      const { simulated } = await import("#harness/stages/simulated.ts");
      return () => withLinks(simulated({ seed: 1, topology: three }));
    }
    case "bare": {
      const { bareServices } = await import("../bare-services.ts");
      return () => bareServices(three.clusters.length, {});
    }
  }
}

async function withLinks(opening: Promise<Stage>): Promise<Stage> {
  const stage = await opening;
  await linked(stage);
  return stage;
}
