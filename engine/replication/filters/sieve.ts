import { mountOfSharedKey, namespaceOfSharedKey } from "../../core/storage/part-storage.ts";
import type { Entry } from "../machine/entry.ts";
import type { Withheld } from "../machine/withheld.ts";

/** Names by what they stand in: a list goes with many letters. */
const known = new WeakMap<Withheld, ReadonlySet<string>>();

/**
 * Which shared keys stay back from whoever `withheld` is kept from: what those mounts and namespaces stored, and what is written of them. Of a
 * key that stays it gives the one up to which all do, else undefined.
 */
export function sieve(withheld: Withheld): (key: string) => string | undefined {
  const names = known.get(withheld) ?? new Set(withheld.map(({ name }) => name));
  known.set(withheld, names);
  return (key) => {
    const [mount] = mountOfSharedKey(key) ?? [];
    if (mount !== undefined) return names.has(`mount/${mount}`) ? endOf(`shared/mount/${mount}/`) : undefined;
    const [namespace, rest = ""] = namespaceOfSharedKey(key) ?? [];
    if (namespace === undefined) return undefined;
    if (names.has(`namespace/${namespace}`)) return endOf(`shared/namespace/${namespace}/`);
    // What is written of a mount or a namespace stands under its name.
    return names.has(rest) ? key : undefined;
  };
}

/** A key after all that begin with `folder`, which ends in a slash, and before all others that come after them. */
export function endOf(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

/** The text of an entry without what is withheld. Its number stays, so that none is missing. */
export function sifted(text: string, withheld: Withheld): string {
  if (withheld.length === 0) return text;
  const held = sieve(withheld);
  // The log holds what was made from an entry here.
  const entry = JSON.parse(text) as Entry;
  const changes = entry.changes.filter(({ key }) => held(key) === undefined);
  if (changes.length === entry.changes.length) return text;
  const mount = held(`shared/mount/${entry.mount}/`) === undefined ? entry.mount : "";
  return JSON.stringify({ ...entry, mount, changes });
}
