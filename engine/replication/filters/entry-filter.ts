import { endOfKeys, type OwnerName, ownerOf } from "../../core/storage/key-owner.ts";
import type { Entry } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";

/** Names of each filter, computed once, since a filter applies to many messages. */
const known = new WeakMap<Filtered, ReadonlySet<string>>();

function namesIn(filtered: Filtered): ReadonlySet<string> {
  const names = known.get(filtered) ?? new Set(filtered.map(({ name }) => name));
  known.set(filtered, names);
  return names;
}

/**
 * Returns a test for shared keys that are not sent under this filter: keys of filtered mounts and
 * namespaces, and their records. For such a key it returns the last key up to which all are
 * filtered, otherwise undefined.
 */
export function entryFilter(filtered: Filtered): (key: string) => string | undefined {
  const names = namesIn(filtered);
  return (key) => {
    const { owner, recordOf } = ownerOf(key) ?? {};
    if (owner === undefined) return undefined;
    if (names.has(owner)) return endOfKeys(owner);
    return recordOf !== undefined && names.has(recordOf) ? key : undefined;
  };
}

/**
 * Returns the JSON of an entry without filtered changes. The entry keeps its index, so that none is
 * missing.
 */
export function filteredEntry(text: string, filtered: Filtered): string {
  if (filtered.length === 0) return text;
  const held = entryFilter(filtered);
  // The log holds JSON of an entry.
  const entry = JSON.parse(text) as Entry;
  const changes = entry.changes.filter(({ key }) => held(key) === undefined);
  if (changes.length === entry.changes.length) return text;
  const owner: OwnerName = `mount/${entry.mount}`;
  return JSON.stringify({ ...entry, mount: namesIn(filtered).has(owner) ? "" : entry.mount, changes });
}
