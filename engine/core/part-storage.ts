import type { Store } from "../ports/store.ts";
import type { Space, Storage } from "./storage.ts";
import type { WritePath } from "./write-path.ts";

/** The part of a cluster's store that belongs to one owner: a mount, or the core itself. */
export type Owner = Readonly<{
  /** Uuid of the mount; "" for the core. */
  mount: string;
  /** A local mount keeps what others share on this cluster. */
  local: boolean;
}>;

/** Where the keys of `owner` in `space` begin in the store. */
function keyPrefix(owner: Owner, space: Space): string {
  const place = owner.mount === "" ? "core" : `mount/${owner.mount}`;
  return space === "local" ? `local/${place}/` : owner.local ? `local/shared/${place}/` : `shared/${place}/`;
}

/** The {@link Storage} of `owner`: it sees no other key, and writes by the one write path. */
export function partStorage(owner: Owner, { store, writePath }: { store: Store; writePath: WritePath }): Storage {
  const prefixes = { shared: keyPrefix(owner, "shared"), local: keyPrefix(owner, "local") };
  return {
    read: (space, key) => store.read(prefixes[space] + key),
    async keys(space, prefix) {
      const whole = prefixes[space] + prefix;
      return (await store.range({ prefix: whole })).map(([key]) => key.slice(whole.length));
    },
    commit: (changes) =>
      writePath.commit(
        owner.mount,
        changes.map(({ space, key, value }) => ({ key: prefixes[space] + key, value })),
      ),
  };
}

/** Where the keys of shared mounts begin, in a key that replication tells of: `[uuid, key below the mount]`. */
export function mountOfSharedKey(key: string): readonly [uuid: string, rest: string] | undefined {
  const found = /^shared\/mount\/([^/]+)\/(.*)$/s.exec(key);
  return found?.[1] === undefined || found[2] === undefined ? undefined : [found[1], found[2]];
}
