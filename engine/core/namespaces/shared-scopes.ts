import type { Change, Store } from "../../ports/store.ts";
import { isBuiltIn } from "../mounts/built-in-mounts.ts";
import type { Mount } from "../mounts/mount-type.ts";
import { fullPath } from "../mounts/open-mount.ts";
import { endOfKeys, ownerOf } from "../storage/key-owner.ts";
import { corePrefix, mountOfSharedKey, mountsPrefix } from "../storage/part-storage.ts";
import { type Namespace, rootNamespace } from "./namespace.ts";

/** A shared mount, as others than the core have to know it. `path` is within its namespace, and begins with `auth/` for an auth method. */
export type SharedMount = Readonly<{ kind: "mount"; id: string; namespace: string; path: string; isBuiltIn: boolean }>;

/** A namespace likewise; `path` is said at the root. */
export type SharedNamespace = Readonly<{ kind: "namespace"; id: string; path: string }>;

export type SharedScope = SharedMount | SharedNamespace;

/** That a place is there from now on, or is no more. */
export type ScopeChange = SharedScope | Readonly<{ kind: "mount" | "namespace"; id: string; isGone: true }>;

/** Whether `key` is the record of a mount or a namespace. Every shared change is asked. */
export function isScopeKey(key: string): boolean {
  return ownerOf(key)?.recordOf !== undefined;
}

/** What a change of a shared key says of a mount or a namespace; undefined when it is about something else. */
export function scopeChange({ key, value }: Change): ScopeChange | undefined {
  const { owner, recordOf } = ownerOf(key) ?? {};
  if (owner === undefined || recordOf === undefined) return undefined;
  const [[, within = ""], [kind, id = ""]] = [owner.split("/"), recordOf.split("/")];
  // All namespaces stand in the root's table, whichever their parent is.
  if (kind === "namespace" && within !== rootNamespace.id) return undefined;
  if (value === null) return { kind: kind === "mount" ? "mount" : "namespace", id, isGone: true };
  // What is stored under these keys is what the core wrote: it is not checked a second time.
  if (kind === "namespace") return { kind, id, path: (JSON.parse(value) as Namespace).path };
  const mount = JSON.parse(value) as Mount;
  return { kind: "mount", id, namespace: within, path: fullPath(mount), isBuiltIn: isBuiltIn(mount) };
}

/** The namespaces and shared mounts that `store` holds, the root among them. */
export async function readScopes(store: Store): Promise<readonly SharedScope[]> {
  const root: SharedNamespace = { kind: "namespace", id: rootNamespace.id, path: rootNamespace.path };
  const namespaces = [root, ...(await placesBelow(store, `${corePrefix(rootNamespace.id)}namespace/`))];
  const mounts: SharedScope[] = [];
  for (const { id } of namespaces) mounts.push(...(await placesBelow(store, `${corePrefix(id)}mount/`)));
  return [...namespaces, ...mounts];
}

async function placesBelow(store: Store, prefix: string): Promise<readonly SharedScope[]> {
  const found = await store.range({ prefix });
  return found.flatMap(([key, value]) => {
    const place = scopeChange({ key, value });
    return place && !("isGone" in place) ? place : [];
  });
}

/** The uuids of all mounts of which `store` holds shared keys, whether or not they are there. */
export async function* mountsWithKeys(store: Store): AsyncGenerator<string> {
  for (let after = ""; ; ) {
    const [found] = await store.range({ prefix: mountsPrefix, after, limit: 1, keysOnly: true });
    const [uuid] = (found && mountOfSharedKey(found[0])) ?? [];
    if (uuid === undefined) return;
    yield uuid;
    after = endOfKeys(`mount/${uuid}`);
  }
}
