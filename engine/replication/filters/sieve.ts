import { endOfKeys, type OwnerName, ownerOf } from "../../core/storage/key-owner.ts";
import type { Entry } from "../machine/entry.ts";
import type { Withheld } from "../machine/withheld.ts";

/** Names by what they stand in: a list goes with many letters. */
const known = new WeakMap<Withheld, ReadonlySet<string>>();

function namesIn(withheld: Withheld): ReadonlySet<string> {
  const names = known.get(withheld) ?? new Set(withheld.map(({ name }) => name));
  known.set(withheld, names);
  return names;
}

/**
 * Which shared keys stay back from whoever `withheld` is kept from: what those mounts and namespaces stored, and what is written of them. Of a
 * key that stays it gives the one up to which all do, else undefined.
 */
export function sieve(withheld: Withheld): (key: string) => string | undefined {
  const names = namesIn(withheld);
  return (key) => {
    const { owner, recordOf } = ownerOf(key) ?? {};
    if (owner === undefined) return undefined;
    if (names.has(owner)) return endOfKeys(owner);
    return recordOf !== undefined && names.has(recordOf) ? key : undefined;
  };
}

/** The text of an entry without what is withheld. Its number stays, so that none is missing. */
export function sifted(text: string, withheld: Withheld): string {
  if (withheld.length === 0) return text;
  const held = sieve(withheld);
  // The log holds what was made from an entry here.
  const entry = JSON.parse(text) as Entry;
  const changes = entry.changes.filter(({ key }) => held(key) === undefined);
  if (changes.length === entry.changes.length) return text;
  const owner: OwnerName = `mount/${entry.mount}`;
  return JSON.stringify({ ...entry, mount: namesIn(withheld).has(owner) ? "" : entry.mount, changes });
}
