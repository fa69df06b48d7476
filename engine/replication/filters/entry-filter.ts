import { endOfKeys, type OwnerName, ownerOf } from "../../core/storage/key-owner.ts";
import type { Entry } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";

const known = new WeakMap<Filtered, ReadonlySet<string>>();

function namesIn(filtered: Filtered): ReadonlySet<string> {
  const names = known.get(filtered) ?? new Set(filtered.map(({ name }) => name));
  known.set(filtered, names);
  return names;
}

/**
 * Returns a function that tests whether a shared key is filtered: whether it belongs to a mount or
 * namespace in `filtered`, or is the record of one. For a filtered key the function returns the end of
 * the range of keys that are filtered with it (the key itself if only that one is), otherwise
 * undefined.
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
 * Returns the JSON of the entry `text` without its filtered changes. If all changes are filtered, the
 * list of changes is empty, so that the secondary receives every index.
 */
export function filteredEntry(text: string, filtered: Filtered): string {
  if (filtered.length === 0) return text;
  const held = entryFilter(filtered);
  const entry = JSON.parse(text) as Entry;
  const changes = entry.changes.filter(({ key }) => held(key) === undefined);
  if (changes.length === entry.changes.length) return text;
  const owner: OwnerName = `mount/${entry.mount}`;
  return JSON.stringify({ ...entry, mount: namesIn(filtered).has(owner) ? "" : entry.mount, changes });
}
