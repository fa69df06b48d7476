import { mountOfSharedKey, namespaceOfSharedKey } from "./part-storage.ts";

/** What shared keys that changed by replication are about. */
export type ChangedKeys = Readonly<{
  /** By the uuid of a mount: its own keys. */
  mounts: ReadonlyMap<string, readonly string[]>;
  /** By the id of a namespace: the first steps of its keys, such as `policy`. */
  kinds: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the id of a namespace: its keys of identity. */
  identityKeys: ReadonlyMap<string, readonly string[]>;
}>;

/** Sorts `keys` by what they are about. */
export function changesIn(keys: readonly string[]): ChangedKeys {
  const mounts = new Map<string, string[]>();
  const kinds = new Map<string, Set<string>>();
  const identityKeys = new Map<string, string[]>();
  for (const key of keys) {
    const inMount = mountOfSharedKey(key);
    if (inMount) {
      add(mounts, ...inMount);
      continue;
    }
    const inNamespace = namespaceOfSharedKey(key);
    if (!inNamespace) continue;
    const [namespace, rest] = inNamespace;
    const kind = rest.slice(0, rest.indexOf("/"));
    const known = kinds.get(namespace);
    if (known) known.add(kind);
    else kinds.set(namespace, new Set([kind]));
    if (kind === "identity") add(identityKeys, namespace, rest);
  }
  return { mounts, kinds, identityKeys };
}

function add(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}
