import { startCluster } from "#cluster/cluster.ts";
import { type LinkGate, linkGate } from "#cluster/link/link-gate.ts";
import { logKey } from "#engine/replication/driver/write-log.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { sendRequests } from "./load.ts";
import { operatorOf } from "./operator.ts";
import { watchedStore } from "./watched-store.ts";

const rootToken = "root";

/** What is written, again and again; as long as passwords are. */
const secret = { value: "correct-horse-battery-staple" };

/** A primary and its secondary in this process, both whole clusters, linked over a real WebSocket. */
export interface WatchedPrimary extends AsyncDisposable {
  /** An entry of the write log, as it goes over the link. */
  readonly entry: string;
  /**
   * Partitions the two, has the primary write so many entries, heals the link, and resolves to how many the secondary took per second:
   * from its dialling to the moment when the last entry and what it changes are in its store.
   */
  catchUpPerSecond(entries: number): Promise<number>;
}

export async function watchedPrimary(): Promise<WatchedPrimary> {
  await using parts = new AsyncDisposableStack();
  const gate = linkGate();
  let dialledAt = Number.NaN;
  // The gate is asked before a dial.
  const watchedGate: LinkGate = {
    ...gate,
    passes(from, to) {
      const open = gate.passes(from, to);
      if (open) dialledAt = performance.now();
      return open;
    },
  };
  const written = memoryStore();
  const watched = watchedStore();
  const oslo = parts.use(await startCluster({ name: "Oslo", rootToken, gate, store: written }));
  const lima = parts.use(await startCluster({ name: "Lima", rootToken, gate: watchedGate, store: watched }));
  const primary = operatorOf(oslo, rootToken);
  await primary.enablePrimary();
  await primary.write("sys/mounts/colours", { type: "kv" });
  await operatorOf(lima, rootToken).enableSecondary(await primary.secondaryToken("Lima"));

  const write = (count: number) =>
    sendRequests({ url: `${oslo.api}/v1/colours/sky`, token: rootToken, body: secret, apart: true }, count);
  const lastIndex = async () => (await primary.status()).last_performance_wal ?? 0;
  await write(1);
  const entry = await written.read(logKey(await lastIndex()));
  if (entry === undefined) throw new Error("the primary has written nothing");

  const kept = parts.move();
  return {
    entry,
    async catchUpPerSecond(entries) {
      gate.partition(oslo.link, lima.link);
      const before = await lastIndex();
      await write(entries);
      const saved = watched.saved(before + entries);
      gate.heal(oslo.link, lima.link);
      await saved;
      return (entries / (performance.now() - dialledAt)) * 1000;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
