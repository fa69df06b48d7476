import { startCluster } from "#cluster/cluster.ts";
import type { Wire } from "#engine/ports/link.ts";
import type { Ports } from "#engine/ports/ports.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { sendRequests } from "./load.ts";
import { operatorOf } from "./operator.ts";
import { watchedStore } from "./watched-store.ts";

const rootToken = "root";

/** An address at which no server listens: port 1 needs privileges. */
const nowhere = "wss://127.0.0.1:1";

const secret = { value: "correct-horse-battery-staple" };

export interface WatchedPrimary extends AsyncDisposable {
  /** An entry of the write log as the link transfers it. */
  readonly entry: string;
  /**
   * Disconnects the clusters, writes `entries` entries at the primary, and reconnects. Returns the number of entries
   * per second from the secondary's dial until the last entry is stored.
   */
  catchUpPerSecond(entries: number): Promise<number>;
}

export async function watchedPrimary(): Promise<WatchedPrimary> {
  await using parts = new AsyncDisposableStack();
  let dialledAt = Number.NaN;
  let isPartitioned = false;
  let wire: Wire | undefined;
  let entry = "";
  // The link is partitioned at its dial, so that nothing slows down the measured path.
  const timed = (ports: Ports): Ports => ({
    ...ports,
    link: {
      ...ports.link,
      dial(address, credentials, listener) {
        dialledAt = performance.now();
        wire = ports.link.dial(isPartitioned ? nowhere : address, credentials, {
          opened: () => listener.opened(),
          closed: (reason) => listener.closed(reason),
          received(frame) {
            if (entry === "") entry = entryIn(frame);
            listener.received(frame);
          },
        });
        return wire;
      },
    },
  });
  const written = memoryStore();
  const watched = watchedStore();
  const oslo = parts.use(await startCluster({ name: "Oslo", rootToken, store: written }));
  const lima = parts.use(
    await startCluster({
      ...{ name: "Lima", rootToken, store: watched },
      instrument: { ports: timed },
    }),
  );
  const primary = operatorOf(oslo, rootToken);
  await primary.enablePrimary();
  await primary.write("sys/mounts/colours", { type: "kv" });
  const secondary = operatorOf(lima, rootToken);
  await secondary.enableSecondary(await primary.secondaryToken("Lima"));
  await secondary.streams();

  const write = (count: number) =>
    sendRequests({ url: `${oslo.api}/v1/colours/sky`, token: rootToken, body: secret, apart: true }, count);
  const lastIndex = async () => (await primary.status()).last_performance_wal ?? 0;
  const arrived = watched.saved((await lastIndex()) + 1);
  await write(1);
  await arrived;

  const owned = parts.move();
  return {
    entry,
    async catchUpPerSecond(entries) {
      isPartitioned = true;
      wire?.close();
      const before = await lastIndex();
      await write(entries);
      // Encrypts the stored values first, so that no turn pays for the previous one.
      for (const { late } of [written, watched]) late?.make();
      const saved = watched.saved(before + entries);
      isPartitioned = false;
      await saved;
      return (entries / (performance.now() - dialledAt)) * 1000;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function entryIn(frame: string): string {
  const { message } = JSON.parse(frame) as { message?: { type: string; entries?: readonly unknown[] } };
  const [first] = message?.entries ?? [];
  return first === undefined ? "" : JSON.stringify(first);
}
