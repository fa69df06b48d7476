import { isBuiltIn } from "../../core/mounts/built-in-mounts.ts";
import type { Mount } from "../../core/mounts/mount-type.ts";
import { fullPath } from "../../core/mounts/open-mount.ts";
import { type Namespace, rootNamespace } from "../../core/namespaces/namespace.ts";
import { namespaceOfSharedKey } from "../../core/storage/part-storage.ts";
import type { Change, Store } from "../../ports/store.ts";
import type { Entry } from "../machine/entry.ts";
import { filterPrefix, type PathsFilter, pathsFilter } from "./paths-filter.ts";

/** A mount, as far as filters ask. `path` is within its namespace, and begins with `auth/` for an auth method. */
type TabledMount = Readonly<{ namespace: string; path: string; isBuiltIn: boolean }>;

/** What decides over what is withheld from whom: the filters by their ids, the paths of namespaces by id, and shared mounts by uuid. */
export type Tables = Readonly<{
  filters: ReadonlyMap<string, PathsFilter>;
  namespaces: ReadonlyMap<string, string>;
  mounts: ReadonlyMap<string, TabledMount>;
}>;

const mountPrefix = "shared/core/mount/";
const namespacePrefix = "shared/core/namespace/";
const prefixes = [filterPrefix, mountPrefix, namespacePrefix];
const inNamespaces = "shared/namespace/";

/** Whether `key` is one that the tables are made of. Every shared change is asked. */
export function isTabled(key: string): boolean {
  if (!key.startsWith(inNamespaces)) return prefixes.some((prefix) => key.startsWith(prefix));
  return key.startsWith("mount/", key.indexOf("/", inNamespaces.length) + 1);
}

/** Whether an entry of the write log, as JSON, tells of a key that the tables are made of. */
export function tellsOfTables(entry: string): boolean {
  // The log holds what was made from an entry here.
  return (JSON.parse(entry) as Entry).changes.some(({ key }) => isTabled(key));
}

/** The filters that `store` holds. */
export async function readFilters(store: Store): Promise<Tables["filters"]> {
  const found = await store.range({ prefix: filterPrefix });
  return new Map(found.map(([key, value]) => [key.slice(filterPrefix.length), pathsFilter.parse(JSON.parse(value))]));
}

/** What `store` holds of the tables. */
export async function readTables(store: Store): Promise<Tables> {
  const texts = [...(await store.range({ prefix: filterPrefix })), ...(await store.range({ prefix: mountPrefix }))];
  const namespaces = await store.range({ prefix: namespacePrefix });
  for (const [key] of namespaces) {
    const id = key.slice(namespacePrefix.length);
    texts.push(...(await store.range({ prefix: `${inNamespaces}${id}/mount/` })));
  }
  const empty: Tables = { filters: new Map(), namespaces: new Map([[rootNamespace.id, ""]]), mounts: new Map() };
  return withChanges(
    empty,
    [...namespaces, ...texts].map(([key, value]) => ({ key, value })),
  );
}

/** `tables` after `changes` of shared keys; the same ones when those are of other things. */
export function withChanges(tables: Tables, changes: readonly Change[]): Tables {
  const [filters, namespaces, mounts] = [new Map(tables.filters), new Map(tables.namespaces), new Map(tables.mounts)];
  let count = 0;
  const note = <T>(table: Map<string, T>, name: string, value: T | null) => {
    count++;
    if (value === null) table.delete(name);
    else table.set(name, value);
  };
  for (const { key, value } of changes) {
    if (key.startsWith(filterPrefix)) {
      const filter = value === null ? null : pathsFilter.parse(JSON.parse(value));
      note(filters, key.slice(filterPrefix.length), filter);
      continue;
    }
    const [namespace, rest = ""] = namespaceOfSharedKey(key) ?? [];
    const [kind, name = "", ...more] = rest.split("/");
    if (namespace === undefined || name === "" || more.length > 0) continue;
    // What is stored under these keys is what the core wrote: it is not checked a second time.
    if (kind === "mount") note(mounts, name, value === null ? null : tabled(namespace, JSON.parse(value) as Mount));
    if (kind === "namespace" && namespace === rootNamespace.id) {
      note(namespaces, name, value === null ? null : (JSON.parse(value) as Namespace).path);
    }
  }
  return count === 0 ? tables : { filters, namespaces, mounts };
}

function tabled(namespace: string, mount: Mount): TabledMount {
  return { namespace, path: fullPath(mount), isBuiltIn: isBuiltIn(mount) };
}
