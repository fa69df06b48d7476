import { corePrefix, mountOfSharedKey, mountPrefix, namespaceOfSharedKey } from "./part-storage.ts";

/** Identifies a mount by its uuid, or a namespace by its id. */
export type OwnerName = `mount/${string}` | `namespace/${string}`;

export type KeyOwner = Readonly<{
  owner: OwnerName;
  /** Mount or namespace whose record is stored at the key; undefined for other keys. */
  recordOf: OwnerName | undefined;
}>;

/** Returns the owner of a shared key; undefined if no mount or namespace owns it. */
export function ownerOf(key: string): KeyOwner | undefined {
  const mount = mountOfSharedKey(key);
  if (mount) return { owner: `mount/${mount[0]}`, recordOf: undefined };
  const namespace = namespaceOfSharedKey(key);
  return namespace && { owner: `namespace/${namespace[0]}`, recordOf: recordIn(namespace[1]) };
}

/** Returns a key that sorts after the shared keys of `owner`. */
export function endOfKeys(owner: OwnerName): string {
  const [kind, id = ""] = owner.split("/");
  return endOfFolder(kind === "mount" ? mountPrefix(id) : corePrefix(id));
}

function endOfFolder(folder: string): string {
  return `${folder.slice(0, -1)}0`;
}

function recordIn(rest: string): OwnerName | undefined {
  const [kind, id = "", ...more] = rest.split("/");
  if (id === "" || more.length > 0) return undefined;
  return kind === "mount" || kind === "namespace" ? `${kind}/${id}` : undefined;
}
