import { mountOfSharedKey, namespaceOfSharedKey } from "./part-storage.ts";

export type ChangedKeys = Readonly<{
  /** Changed keys of each mount, by mount uuid. The keys are relative to the mount. */
  mounts: ReadonlyMap<string, readonly string[]>;
  /** First segments of the changed keys of each namespace, such as `policy`; by namespace id. */
  kinds: ReadonlyMap<string, ReadonlySet<string>>;
  identityKeys: ReadonlyMap<string, readonly string[]>;
}>;

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
