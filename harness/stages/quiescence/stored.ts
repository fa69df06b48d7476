import { createHash } from "node:crypto";
import type { Store } from "#engine/ports/store.ts";

/** Key prefix of leases in a cluster's store, followed by the lease id. */
const leases = "local/core/lease/";
/** Key prefix of all replicated entries. */
const shared = "shared/";

/** Returns the ids of all leases in a store. They are in the keys, which are not encrypted. */
export async function storedLeases(store: Store): Promise<readonly string[]> {
  const found = await store.range({ prefix: leases, keysOnly: true });
  return found.map(([key]) => key.slice(leases.length));
}

/** Returns the number of replicated keys in a cluster's store and a digest of their names. */
export async function sharedKeys(store: Store): Promise<string> {
  const found = await store.range({ prefix: shared, keysOnly: true });
  const hash = createHash("sha256");
  for (const [key] of found) hash.update(`${key}\n`);
  return `${found.length} keys, ${hash.digest("hex").slice(0, 16)}`;
}
