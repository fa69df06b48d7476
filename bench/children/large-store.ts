// Runs a cluster on a store in memory with many leases and keys. Reports the progress of filling, then the starts with
// the leases only, and finally the address when all keys are stored.
import { randomBytes } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import { fillWithKeys, fillWithLeases, inside } from "../large-store.ts";
import { operatorOf } from "../operator.ts";
import { painterToken } from "../painter.ts";
import { inputOf, report } from "./child-process.ts";
import { memoryOfThisProcess } from "./memory-of-this-process.ts";

const { leases, keys, starts } = inputOf(z.object({ leases: z.int(), keys: z.int(), starts: z.int() }));

const restMilliseconds = 1000;

const store = inMemory();
const [unsealKey, rootToken] = [randomBytes(32), "bench-root"];
const start = () => startCluster({ name: "bench", rootToken, unsealKey, store });
const print = (what: string) => (filled: number) => report({ progressMessage: `${filled} ${what}` });

const { token, mount } = await during(start(), async (cluster) => {
  const primary = operatorOf(cluster, rootToken);
  const painter = await painterToken(primary);
  const { uuid } = await primary.read("sys/mounts/colours");
  return { token: painter, mount: String(uuid) };
});
await inside(store, unsealKey, (plain) => fillWithLeases(plain, leases, print("leases")));
setFlagsFromString("--expose-gc");
// Collects the garbage of filling, which is not the cluster's.
runInNewContext("gc")({ type: "major", execution: "sync", flavor: "last-resort" });

const milliseconds: number[] = [];
const memory: ReturnType<typeof memoryOfThisProcess>[] = [];
for (let time = 0; time < starts; time++) {
  const begun = performance.now();
  await during(start(), async (cluster) => {
    await read(cluster);
    milliseconds.push(performance.now() - begun);
    await passed(restMilliseconds);
    memory.push(memoryOfThisProcess());
  });
  report({ progressMessage: `${time + 1} starts` });
}
report({ milliseconds, memory });

await inside(store, unsealKey, (plain) => fillWithKeys(plain, { count: keys, mount }, print("keys")));
const cluster = await start();
report({ address: cluster.api, rootToken, token });

async function read(asked: Cluster): Promise<void> {
  const response = await fetch(`${asked.api}/v1/shades/data/sky`, { headers: { "x-vault-token": token } });
  if (!response.ok) throw new Error(`the first read was answered with ${response.status}`);
}

async function during<T>(starting: Promise<Cluster>, task: (cluster: Cluster) => Promise<T>): Promise<T> {
  await using running = await starting;
  return await task(running);
}
