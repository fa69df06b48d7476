import { createHash } from "node:crypto";
import type { Store } from "#engine/ports/store.ts";

/** Where leases stand in a cluster's store, by their ids. */
const leases = "local/core/lease/";
/** Where all stands that is replicated. */
const shared = "shared/";

/** The ids of all leases that a cluster has, by what it stores: their names are keys, and are not encrypted. */
export async function storedLeases(store: Store): Promise<readonly string[]> {
  const found = await store.range({ prefix: leases, keysOnly: true });
  return found.map(([key]) => key.slice(leases.length));
}

/** What a cluster stores of what is replicated: how many keys, and a digest of their names. */
export async function sharedKeys(store: Store): Promise<string> {
  const found = await store.range({ prefix: shared, keysOnly: true });
  const hash = createHash("sha256");
  for (const [key] of found) hash.update(`${key}\n`);
  return `${found.length} keys, ${hash.digest("hex").slice(0, 16)}`;
}
