import { corePrefix, mountOfSharedKey, mountPrefix, namespaceOfSharedKey } from "./part-storage.ts";

/** A mount by its uuid, or a namespace by its id. */
export type OwnerName = `mount/${string}` | `namespace/${string}`;

/** What the core tells of a shared key: whose it is, and what it is about. */
export type KeyOwner = Readonly<{
  /** The mount, or the namespace, that stored it. */
  owner: OwnerName;
  /** The mount or namespace that it says is there; undefined for all other keys. */
  recordOf: OwnerName | undefined;
}>;

/** Whose a shared key is. Undefined for one that the core does not store. */
export function ownerOf(key: string): KeyOwner | undefined {
  const mount = mountOfSharedKey(key);
  if (mount) return { owner: `mount/${mount[0]}`, recordOf: undefined };
  const namespace = namespaceOfSharedKey(key);
  return namespace && { owner: `namespace/${namespace[0]}`, recordOf: recordIn(namespace[1]) };
}

/** A key behind all that `owner` stored, and before all that others did whose keys come after them. */
export function endOfKeys(owner: OwnerName): string {
  const [kind, id = ""] = owner.split("/");
  return endOfFolder(kind === "mount" ? mountPrefix(id) : corePrefix(id));
}

/** A key behind all that begin with `folder`, which ends in a slash, and before all others that come after them. */
function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

/** A record of a mount or a namespace stands under its name. */
function recordIn(rest: string): OwnerName | undefined {
  const [kind, id = "", ...more] = rest.split("/");
  if (id === "" || more.length > 0) return undefined;
  return kind === "mount" || kind === "namespace" ? `${kind}/${id}` : undefined;
}
