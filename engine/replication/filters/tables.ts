import {
  isScopeKey,
  readScopes,
  type ScopeChange,
  type SharedMount,
  scopeChange,
} from "../../core/namespaces/shared-scopes.ts";
import type { Change, Store } from "../../ports/store.ts";
import type { Entry } from "../protocol/entry.ts";
import { filterPrefix, type PathsFilter, pathsFilter } from "./paths-filter.ts";

/**
 * Data from which the filter of each secondary is computed: paths filters by id, paths of namespaces by id, and shared
 * mounts by uuid.
 */
export type Tables = Readonly<{
  filters: ReadonlyMap<string, PathsFilter>;
  namespaces: ReadonlyMap<string, string>;
  mounts: ReadonlyMap<string, SharedMount>;
}>;

export function isTableKey(key: string): boolean {
  return key.startsWith(filterPrefix) || isScopeKey(key);
}

export function changesTables(entry: string): boolean {
  return (JSON.parse(entry) as Entry).changes.some(({ key }) => isTableKey(key));
}

export async function readFilters(store: Store): Promise<Tables["filters"]> {
  const found = await store.range({ prefix: filterPrefix });
  return new Map(found.map(([key, value]) => [key.slice(filterPrefix.length), pathsFilter.parse(JSON.parse(value))]));
}

export async function readTables(store: Store): Promise<Tables> {
  const tables = { filters: await readFilters(store), namespaces: new Map(), mounts: new Map() };
  for (const place of await readScopes(store)) note(tables, place);
  return tables;
}

/** Returns `tables` after `changes` of shared keys; the same object if no change affects the tables. */
export function withChanges(tables: Tables, changes: readonly Change[]): Tables {
  if (!changes.some(({ key }) => isTableKey(key))) return tables;
  const filters = new Map(tables.filters);
  const next = { filters, namespaces: new Map(tables.namespaces), mounts: new Map(tables.mounts) };
  for (const change of changes) {
    const place = scopeChange(change);
    if (place) note(next, place);
    if (!change.key.startsWith(filterPrefix)) continue;
    const id = change.key.slice(filterPrefix.length);
    if (change.value === null) filters.delete(id);
    else filters.set(id, pathsFilter.parse(JSON.parse(change.value)));
  }
  return next;
}

type Places = Readonly<{ namespaces: Map<string, string>; mounts: Map<string, SharedMount> }>;

function note({ namespaces, mounts }: Places, place: ScopeChange): void {
  if ("isGone" in place) (place.kind === "mount" ? mounts : namespaces).delete(place.id);
  else if (place.kind === "mount") mounts.set(place.id, place);
  else namespaces.set(place.id, place.path);
}
