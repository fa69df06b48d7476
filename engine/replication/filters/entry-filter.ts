import { endOfKeys, type OwnerName, ownerOf } from "../../core/storage/key-owner.ts";
import type { Entry } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";

/** Names by what they stand in: a list goes with many outgoing. */
const known = new WeakMap<Filtered, ReadonlySet<string>>();

function namesIn(filtered: Filtered): ReadonlySet<string> {
  const names = known.get(filtered) ?? new Set(filtered.map(({ name }) => name));
  known.set(filtered, names);
  return names;
}

/**
 * Which shared keys are not sent to a secondary with this filter state: what those mounts and namespaces stored, and what is written of them. Of a
 * key that stays it gives the one up to which all do, else undefined.
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

/** The text of an entry without what is filtered. Its number stays, so that none is missing. */
export function filteredEntry(text: string, filtered: Filtered): string {
  if (filtered.length === 0) return text;
  const held = entryFilter(filtered);
  // The log holds what was made from an entry here.
  const entry = JSON.parse(text) as Entry;
  const changes = entry.changes.filter(({ key }) => held(key) === undefined);
  if (changes.length === entry.changes.length) return text;
  const owner: OwnerName = `mount/${entry.mount}`;
  return JSON.stringify({ ...entry, mount: namesIn(filtered).has(owner) ? "" : entry.mount, changes });
}
