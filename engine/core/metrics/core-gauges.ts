import type { Clock, Instant } from "../../ports/clock.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { Metrics } from "./metrics.ts";

/** Time for which a count is reused, in seconds, since counting reads all keys. */
const cacheSeconds = 10;
const pageNames = 4096;

export type GaugeSources = Readonly<{
  clock: Clock;
  storage: Storage;
  namespaces: Namespaces;
  isPrimary: () => boolean;
}>;

export function addCoreGauges(metrics: Metrics, { clock, storage, namespaces, isPrimary }: GaugeSources): void {
  const keyCount = (folder: string) => () => countKeys(storage, folder, clock);
  const mounts = (kind: "secret" | "auth") => () =>
    namespaces
      .all()
      .reduce((count, realm) => count + countWhere(realm.mounts.all(), ({ mount }) => mount.kind === kind), 0);
  // A sealed cluster answers 503 before its metrics are read.
  metrics.gauge("vault.core.unsealed", () => 1);
  metrics.gauge("vault.core.active", () => 1);
  metrics.gauge("vault.core.replication.performance.primary", () => Number(isPrimary()));
  metrics.gauge("vault.core.replication.performance.secondary", () => Number(!isPrimary()));
  metrics.gauge("vault.core.mount_table.num_entries", mounts("secret"), { type: "logical" });
  metrics.gauge("vault.core.mount_table.num_entries", mounts("auth"), { type: "auth" });
  metrics.gauge("vault.expire.num_leases", cached(keyCount("lease/"), clock));
  metrics.gauge("vault.expire.num_irrevocable_leases", cached(keyCount("stuck-lease/"), clock));
  metrics.gauge("vault.token.count", cached(keyCount("token/"), clock));
}

async function countKeys(storage: Storage, folder: string, clock: Clock): Promise<number> {
  let count = 0;
  for await (const names of pages((window) => storage.keys("local", folder, window), clock, pageNames))
    count += names.length;
  return count;
}

function countWhere<Item>(items: readonly Item[], matches: (item: Item) => boolean): number {
  return items.filter(matches).length;
}

function cached(read: () => Promise<number>, clock: Clock): () => Promise<number> {
  let current: Promise<number> | undefined;
  let until: Instant = 0;
  return () => {
    if (current && clock.now() < until) return current;
    until = clock.now() + cacheSeconds * 1000;
    current = read();
    current.catch(() => {
      current = undefined;
    });
    return current;
  };
}
