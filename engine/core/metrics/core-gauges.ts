import type { Clock, Instant } from "../../ports/clock.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { Metrics } from "./metrics.ts";

/** Counting a million keys takes a second: within this time the last count is given again. */
const countedAnewSeconds = 10;
/** Names read between two breaths; nothing is done with them. */
const pageNames = 4096;

/** Where the core's gauges read their values. */
export type GaugeSources = Readonly<{
  clock: Clock;
  storage: Storage;
  namespaces: Namespaces;
  isPrimary: () => boolean;
}>;

/** Has `metrics` know how the core stands, by the reference's names where it has the same. */
export function addCoreGauges(metrics: Metrics, { clock, storage, namespaces, isPrimary }: GaugeSources): void {
  const kept = (folder: string) => () => countKeys(storage, folder, clock);
  const mounts = (kind: "secret" | "auth") => () =>
    namespaces
      .all()
      .reduce((count, realm) => count + countWhere(realm.mounts.all(), ({ mount }) => mount.kind === kind), 0);
  // A sealed cluster answers 503 before this.
  metrics.gauge("vault.core.unsealed", () => 1);
  metrics.gauge("vault.core.active", () => 1);
  metrics.gauge("vault.core.replication.performance.primary", () => Number(isPrimary()));
  metrics.gauge("vault.core.replication.performance.secondary", () => Number(!isPrimary()));
  metrics.gauge("vault.core.mount_table.num_entries", mounts("secret"), { type: "logical" });
  metrics.gauge("vault.core.mount_table.num_entries", mounts("auth"), { type: "auth" });
  metrics.gauge("vault.expire.num_leases", remembered(kept("lease/"), clock));
  metrics.gauge("vault.expire.num_irrevocable_leases", remembered(kept("stuck-lease/"), clock));
  metrics.gauge("vault.token.count", remembered(kept("token/"), clock));
}

async function countKeys(storage: Storage, folder: string, clock: Clock): Promise<number> {
  let count = 0;
  for await (const names of pages((window) => storage.keys("local", folder, window), clock, pageNames))
    count += names.length;
  return count;
}

function countWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length;
}

/** Caches a reading for {@link countedAnewSeconds}. */
function remembered(read: () => Promise<number>, clock: Clock): () => Promise<number> {
  let known: Promise<number> | undefined;
  let until: Instant = 0;
  return () => {
    if (known && clock.now() < until) return known;
    until = clock.now() + countedAnewSeconds * 1000;
    known = read();
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}
