import { z } from "zod";
import { three } from "#harness/stages/topologies.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Child } from "./child.ts";
import { sendRequests } from "./load.ts";
import { spreadOf } from "./spread.ts";
import { startBareServices, startClusters } from "./start-children.ts";

const rounds = 5;

/** Number of requests of each kind to each cluster: with 3 clusters and 3 kinds, 6,300 requests. */
const requestsEach = 700;

/**
 * Memory in MB of a development server of Vault 1.14.9, one second after its start, on another machine with two cores.
 */
const reference = { what: "1 dev server of the reference", measured: spreadOf([198]) };

const answered = z.object({ now: z.number(), most: z.number() });

export const memory: Benchmark = {
  name: "memory",
  about: "memory of a process with three clusters",
  minutes: 1,
  async run(print) {
    const ours: number[] = [];
    const peaks: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      print(`process ${round + 1} of ${rounds}`);
      const { now, most } = await ofClusters();
      ours.push(now);
      peaks.push(most);
      bare.push((await ofBare()).now);
    }
    const measured = spreadOf(ours);
    return [
      { what: "three clusters", unit: "MB", measured, beside: reference, goal: { atMost: 200 } },
      { what: "three clusters", unit: "MB", measured, beside: { what: "3 bare Koa, 2 ws", measured: spreadOf(bare) } },
      { what: "three clusters, at their most", unit: "MB", measured: spreadOf(peaks) },
    ];
  },
};

async function ofClusters(): Promise<z.infer<typeof answered>> {
  await using child = await startClusters(three.clusters);
  const token = child.rootToken;
  for (const origin of child.addresses) {
    await sendRequests({ url: `${origin}/v1/sys/health` }, requestsEach);
    await sendRequests({ url: `${origin}/v1/colours/sea`, token, body: { value: "green" } }, requestsEach);
    await sendRequests({ url: `${origin}/v1/colours/sea`, token }, requestsEach);
  }
  return await memoryOf(child);
}

async function ofBare(): Promise<z.infer<typeof answered>> {
  await using child = await startBareServices(three.clusters.length, { "GET /v1/sys/health": { value: "green" } });
  for (const origin of child.addresses) await sendRequests({ url: `${origin}/v1/sys/health` }, 3 * requestsEach);
  return await memoryOf(child);
}

function memoryOf(child: Child): Promise<z.infer<typeof answered>> {
  child.ask("memory");
  return child.next(answered);
}
