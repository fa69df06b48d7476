import type { Change, Store } from "../../ports/store.ts";
import { isBuiltIn } from "../mounts/built-in-mounts.ts";
import type { Mount } from "../mounts/mount-type.ts";
import { fullPath } from "../mounts/open-mount.ts";
import { endOfKeys, ownerOf } from "../storage/key-owner.ts";
import { corePrefix, mountOfSharedKey, mountsPrefix } from "../storage/part-storage.ts";
import { type Namespace, rootNamespace } from "./namespace.ts";

/** Shared mount, for modules outside the core. `path` is within the namespace; for an auth method with `auth/`. */
export type SharedMount = Readonly<{ kind: "mount"; id: string; namespace: string; path: string; isBuiltIn: boolean }>;

/** A namespace, as modules outside the core see it. `path` is its full path. */
export type SharedNamespace = Readonly<{ kind: "namespace"; id: string; path: string }>;

export type SharedScope = SharedMount | SharedNamespace;

/** Creation, update or removal (`isGone`) of a shared mount or a namespace. */
export type ScopeChange = SharedScope | Readonly<{ kind: "mount" | "namespace"; id: string; isGone: true }>;

export function isScopeKey(key: string): boolean {
  return ownerOf(key)?.recordOf !== undefined;
}

/**
 * Returns the change of a mount or namespace that a change of its record makes; undefined for keys that store no such
 * record.
 */
export function scopeChange({ key, value }: Change): ScopeChange | undefined {
  const { owner, recordOf } = ownerOf(key) ?? {};
  if (owner === undefined || recordOf === undefined) return undefined;
  const [[, within = ""], [kind, id = ""]] = [owner.split("/"), recordOf.split("/")];
  // The root namespace stores the records of all namespaces, at every level.
  if (kind === "namespace" && within !== rootNamespace.id) return undefined;
  if (value === null) return { kind: kind === "mount" ? "mount" : "namespace", id, isGone: true };
  // The core wrote and validated these records, so they are not validated again.
  if (kind === "namespace") return { kind, id, path: (JSON.parse(value) as Namespace).path };
  const mount = JSON.parse(value) as Mount;
  return { kind: "mount", id, namespace: within, path: fullPath(mount), isBuiltIn: isBuiltIn(mount) };
}

export async function readScopes(store: Store): Promise<readonly SharedScope[]> {
  const root: SharedNamespace = { kind: "namespace", id: rootNamespace.id, path: rootNamespace.path };
  const namespaces = [root, ...(await scopesBelow(store, `${corePrefix(rootNamespace.id)}namespace/`))];
  const mounts: SharedScope[] = [];
  for (const { id } of namespaces) mounts.push(...(await scopesBelow(store, `${corePrefix(id)}mount/`)));
  return [...namespaces, ...mounts];
}

async function scopesBelow(store: Store, prefix: string): Promise<readonly SharedScope[]> {
  const found = await store.range({ prefix });
  return found.flatMap(([key, value]) => {
    const scope = scopeChange({ key, value });
    return scope && !("isGone" in scope) ? scope : [];
  });
}

/** Yields the uuid of each mount that has shared keys in `store`, even if its record is missing. */
export async function* mountsWithKeys(store: Store): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const [found] = await store.range({ prefix: mountsPrefix, after, limit: 1, keysOnly: true });
    const [uuid] = (found && mountOfSharedKey(found[0])) ?? [];
    if (uuid === undefined) return;
    yield uuid;
    after = endOfKeys(`mount/${uuid}`);
  }
}
