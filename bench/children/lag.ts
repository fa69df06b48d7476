// Runs a primary and a secondary, and a WebSocket with a constant ping-pong. On "lags", reports the delay of each entry
// of the write log at the secondary, and the duration of each ping-pong, since the last report.
import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import type { LateChange, Store } from "#engine/ports/store.ts";
import { operatorOf } from "../operator.ts";
import { rawFrames } from "../raw-frames.ts";
import { answerWith, inputOf, report } from "./child-process.ts";

const { frame } = inputOf(z.object({ frame: z.string() }));

const rootToken = "root";
const logPrefix = "local/replication/log/";

/** Pause between two measurements of a round trip in milliseconds; short enough for a meaningful p99. */
const pauseMilliseconds = 3;

let lags: number[] = [];
let pingPongs: number[] = [];
const savedAt = new Map<string, number>();

function notifyingStore(saved: (key: string) => void): Store {
  const store = inMemory();
  async function commit(batch: readonly LateChange[]): Promise<void> {
    await store.late.commit(batch);
    for (const { key, value } of batch) if (value !== null && key.startsWith(logPrefix)) saved(key);
  }
  return { ...store, commit, late: { ...store.late, commit } };
}

const oslo = await startCluster({
  name: "Oslo",
  rootToken,
  store: notifyingStore((key) => savedAt.set(key, performance.now())),
});
const lima = await startCluster({
  name: "Lima",
  rootToken,
  store: notifyingStore((key) => {
    const at = savedAt.get(key);
    savedAt.delete(key);
    if (at !== undefined) lags.push(performance.now() - at);
  }),
});
const primary = operatorOf(oslo, rootToken);
const secondary = operatorOf(lima, rootToken);
await primary.enablePrimary();
await primary.write("sys/mounts/colours", { type: "kv" });
await secondary.enableSecondary(await primary.secondaryToken("Lima"));
await secondary.streams();
const raw = await rawFrames();

answerWith(() => {
  const samples = { lags, pingPongs };
  lags = [];
  pingPongs = [];
  return samples;
});
report({ address: oslo.api, rootToken });
for (;;) {
  pingPongs.push(await raw.pingPong(frame));
  await passed(pauseMilliseconds);
}
