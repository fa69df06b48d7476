import { createHash } from "node:crypto";
import type { Store } from "#engine/ports/store.ts";

/** Prefix of the keys of leases in a cluster's store. The id of the lease follows. */
const leases = "local/core/lease/";
const shared = "shared/";

/** Returns the ids of all leases in a store. They are parts of the keys, which are not encrypted. */
export async function storedLeases(store: Store): Promise<readonly string[]> {
  const found = await store.range({ prefix: leases, keysOnly: true });
  return found.map(([key]) => key.slice(leases.length));
}

/** Returns the number of replicated keys in a store and a digest of their names, as text. */
export async function sharedKeys(store: Store): Promise<string> {
  const found = await store.range({ prefix: shared, keysOnly: true });
  const hash = createHash("sha256");
  for (const [key] of found) hash.update(`${key}\n`);
  return `${found.length} keys, ${hash.digest("hex").slice(0, 16)}`;
}
