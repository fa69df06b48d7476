import { createHash } from "node:crypto";
import type { Store } from "#engine/ports/store.ts";

const leases = "local/core/lease/";
const shared = "shared/";

/** Returns the ids of all leases in a store. They are parts of the keys, which are not encrypted. */
export async function storedLeases(store: Store): Promise<readonly string[]> {
  const found = await store.range({ prefix: leases, keysOnly: true });
  return found.map(([key]) => key.slice(leases.length));
}

export async function sharedKeys(store: Store): Promise<string> {
  const found = await store.range({ prefix: shared, keysOnly: true });
  return summaryOf(found.map(([key]) => key));
}

/**
 * Returns the number of replicated keys and a digest of their names for each part of a store that a paths filter
 * includes or excludes as a whole: the data of a mount or namespace (`mount/<uuid>`), and its record (such as `core
 * record of mount/<uuid>`). All other keys are the part `core`.
 */
export async function sharedKeysByPart(store: Store): Promise<Readonly<Record<string, string>>> {
  const found = await store.range({ prefix: shared, keysOnly: true });
  const parts = Map.groupBy(
    found.map(([key]) => key),
    partOf,
  );
  return Object.fromEntries([...parts].map(([part, keys]) => [part, summaryOf(keys)]));
}

function partOf(key: string): string {
  const [, owner = "core", id, rest = ""] = /^shared\/(?:(mount|namespace)\/([^/]+)|core)\/(.*)$/s.exec(key) ?? [];
  const name = id === undefined ? owner : `${owner}/${id}`;
  if (owner === "mount") return name;
  const [, record] = /^((?:mount|namespace)\/[^/]+)$/.exec(rest) ?? [];
  return record === undefined ? name : `${name} record of ${record}`;
}

function summaryOf(keys: readonly string[]): string {
  const hash = createHash("sha256");
  for (const key of keys) hash.update(`${key}\n`);
  return `${keys.length} keys, ${hash.digest("hex").slice(0, 16)}`;
}
