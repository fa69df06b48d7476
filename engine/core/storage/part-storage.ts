import type { Change, Store } from "../../ports/store.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import type { Space, Storage, StorageChange } from "./storage.ts";
import type { WritePath } from "./write-path.ts";

export type Owner = Readonly<{
  mount: string;
  /**
   * Id of the namespace, for keys of the core. Ignored for a mount, whose uuid is unique in the
   * cluster.
   */
  namespace: string;
  /** True for a local mount, whose shared keys are stored on this cluster only. */
  local: boolean;
}>;

function keyPrefix(owner: Owner, space: Space): string {
  const path = owner.mount !== "" ? `mount/${owner.mount}` : corePath(owner.namespace);
  return space === "local" ? `local/${path}/` : owner.local ? `local/shared/${path}/` : `shared/${path}/`;
}

function corePath(namespace: string): string {
  return namespace === rootNamespace.id ? "core" : `namespace/${namespace}`;
}

/** Creates the {@link Storage} of `owner`, which contains only the owner's keys and commits through `writePath`. */
export function partStorage(owner: Owner, { store, writePath }: { store: Store; writePath: WritePath }): Storage {
  const prefixes = { shared: keyPrefix(owner, "shared"), local: keyPrefix(owner, "local") };
  return {
    read: (space, key) => store.read(prefixes[space] + key),
    async keys(space, prefix, { after, limit } = {}) {
      const fullPrefix = prefixes[space] + prefix;
      const range = {
        prefix: fullPrefix,
        keysOnly: true,
        ...(after === undefined ? {} : { after: fullPrefix + after }),
      };
      const found = await store.range(limit === undefined ? range : { ...range, limit });
      return found.map(([key]) => key.slice(fullPrefix.length));
    },
    commit: (changes) =>
      writePath.commit(
        owner.mount,
        changes.map(({ space, key, value }) => ({ key: prefixes[space] + key, value })),
      ),
  };
}

export function localChangeOfCore({ key, value }: Pick<StorageChange, "key" | "value">): Change {
  return { key: keyPrefix({ mount: "", namespace: rootNamespace.id, local: false }, "local") + key, value };
}

export const mountsPrefix = "shared/mount/";

const namespacesPrefix = "shared/namespace/";

export function mountPrefix(uuid: string): string {
  return `${mountsPrefix}${uuid}/`;
}

export function corePrefix(namespace: string): string {
  return `shared/${corePath(namespace)}/`;
}

/** Splits a shared key of the core into `[namespace id, rest]`; undefined for other keys. */
export function namespaceOfSharedKey(key: string): readonly [namespace: string, rest: string] | undefined {
  const root = corePrefix(rootNamespace.id);
  return key.startsWith(root) ? [rootNamespace.id, key.slice(root.length)] : splitBelow(namespacesPrefix, key);
}

/** Splits a shared key of a mount into `[mount uuid, rest]`; undefined for other keys. */
export function mountOfSharedKey(key: string): readonly [uuid: string, rest: string] | undefined {
  return splitBelow(mountsPrefix, key);
}

function splitBelow(prefix: string, key: string): readonly [name: string, rest: string] | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const slash = key.indexOf("/", prefix.length);
  return slash <= prefix.length ? undefined : [key.slice(prefix.length, slash), key.slice(slash + 1)];
}
