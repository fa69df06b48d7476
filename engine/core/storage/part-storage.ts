import type { Change, Store } from "../../ports/store.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import type { Space, Storage, StorageChange } from "./storage.ts";
import type { WritePath } from "./write-path.ts";

/** The part of a cluster's store that belongs to one owner: a mount, or the core itself. */
export type Owner = Readonly<{
  /** Uuid of the mount; "" for the core. */
  mount: string;
  /** Id of the namespace whose core it is; of a mount's keys it says nothing, since uuids are told apart without it. */
  namespace: string;
  /** A local mount keeps what others share on this cluster. */
  local: boolean;
}>;

/** Where the keys of `owner` in `space` begin in the store. */
function keyPrefix(owner: Owner, space: Space): string {
  const place = owner.mount !== "" ? `mount/${owner.mount}` : corePlace(owner.namespace);
  return space === "local" ? `local/${place}/` : owner.local ? `local/shared/${place}/` : `shared/${place}/`;
}

function corePlace(namespace: string): string {
  return namespace === rootNamespace.id ? "core" : `namespace/${namespace}`;
}

/** The {@link Storage} of `owner`: it sees no other key, and writes by the one write path. */
export function partStorage(owner: Owner, { store, writePath }: { store: Store; writePath: WritePath }): Storage {
  const prefixes = { shared: keyPrefix(owner, "shared"), local: keyPrefix(owner, "local") };
  return {
    read: (space, key) => store.read(prefixes[space] + key),
    async keys(space, prefix, { after, limit } = {}) {
      const whole = prefixes[space] + prefix;
      const range = { prefix: whole, keysOnly: true, ...(after === undefined ? {} : { after: whole + after }) };
      const found = await store.range(limit === undefined ? range : { ...range, limit });
      return found.map(([key]) => key.slice(whole.length));
    },
    commit: (changes) =>
      writePath.commit(
        owner.mount,
        changes.map(({ space, key, value }) => ({ key: prefixes[space] + key, value })),
      ),
  };
}

/** A change of a local key of the root namespace's core, as the store has it. */
export function localChangeOfCore({ key, value }: Pick<StorageChange, "key" | "value">): Change {
  return { key: keyPrefix({ mount: "", namespace: rootNamespace.id, local: false }, "local") + key, value };
}

/** Where the shared keys of all mounts begin. */
export const mountsPrefix = "shared/mount/";

/** Where those of the cores of all namespaces but the root begin. */
const namespacesPrefix = "shared/namespace/";

/** Where the shared keys of a mount begin. */
export function mountPrefix(uuid: string): string {
  return `${mountsPrefix}${uuid}/`;
}

/** Where the shared keys of a namespace's core begin. */
export function corePrefix(namespace: string): string {
  return `shared/${corePlace(namespace)}/`;
}

/** Whose core a shared key belongs to, in a key that replication tells of: `[namespace id, key within]`. */
export function namespaceOfSharedKey(key: string): readonly [namespace: string, rest: string] | undefined {
  const root = corePrefix(rootNamespace.id);
  return key.startsWith(root) ? [rootNamespace.id, key.slice(root.length)] : splitBelow(namespacesPrefix, key);
}

/** Where the keys of shared mounts begin, in a key that replication tells of: `[uuid, key below the mount]`. */
export function mountOfSharedKey(key: string): readonly [uuid: string, rest: string] | undefined {
  return splitBelow(mountsPrefix, key);
}

function splitBelow(prefix: string, key: string): readonly [name: string, rest: string] | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const slash = key.indexOf("/", prefix.length);
  return slash <= prefix.length ? undefined : [key.slice(prefix.length, slash), key.slice(slash + 1)];
}
