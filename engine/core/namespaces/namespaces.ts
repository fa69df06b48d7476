import { Problem } from "../../api/problem.ts";
import { trimSlashes } from "../../api/values/trim-ends.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { type Namespace, rootNamespace } from "./namespace.ts";
import type { Realm } from "./realm.ts";

const stored = collection<Namespace>("shared", "namespace/");

export type ResolvedPath = Readonly<{ realm: Realm; path: string }>;

export class Namespaces {
  readonly #storage: Storage;
  readonly #openRealm: (namespace: Namespace) => Realm;
  readonly #withLock = keyedMutex();
  readonly root: Realm;
  readonly #removed: Realm[] = [];
  #byId = new Map<string, Realm>();
  #byPath = new Map<string, Realm>();

  constructor({ storage, openRealm }: { storage: Storage; openRealm: (namespace: Namespace) => Realm }) {
    this.#storage = storage;
    this.#openRealm = openRealm;
    this.root = openRealm(rootNamespace);
    this.#setRealms([this.root]);
  }

  reload(): Promise<void> {
    return this.#withLock("", async () => {
      const before = this.#byId;
      const realms = [this.root];
      for (const id of await stored.names(this.#storage)) {
        const namespace = await stored.read(this.#storage, id);
        if (namespace) realms.push(this.#opened(namespace));
      }
      this.#setRealms(realms);
      for (const realm of before.values()) {
        if (!this.#byId.has(realm.namespace.id)) this.#removed.push(realm);
      }
      for (const { mounts, namespace } of realms) {
        // The mounts of a namespace that is being removed are loaded once, to revoke its leases.
        if (!namespace.ending || !before.has(namespace.id)) await mounts.reload();
      }
    });
  }

  /**
   * Returns the namespace that the namespace header and `path` select together, and the path relative to it. Throws a
   * Problem "no handler" if the header names an unknown namespace.
   */
  resolve(header: string, path: string): ResolvedPath {
    if (header === "" && this.#byPath.size === 1) return { realm: this.root, path };
    const named = trimSlashes(header);
    const base = named === "" || named === rootNamespace.id ? "" : `${named}/`;
    const start = this.#byPath.get(base);
    if (!start) throw new Problem("no handler", "namespace not found");
    let resolved: ResolvedPath = { realm: start, path };
    const fullPath = base + path;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const realm = this.#byPath.get(base + path.slice(0, slash + 1));
      if (!realm) break;
      resolved = { realm, path: fullPath.slice(realm.namespace.path.length) };
    }
    return resolved;
  }

  all(): readonly Realm[] {
    return [...this.#byId.values()];
  }

  byId(id: string): Realm | undefined {
    return this.#byId.get(id);
  }

  byUuid(uuid: string): OpenMount | undefined {
    for (const { mounts } of this.#byId.values()) {
      const open = mounts.byUuid(uuid);
      if (open) return open;
    }
    return undefined;
  }

  /** Returns the direct children of a namespace in path order, even those being removed. */
  childrenOf({ namespace: { path } }: Realm): readonly Realm[] {
    const children = this.all().filter(({ namespace }) => {
      const rest = namespace.path.startsWith(path) ? namespace.path.slice(path.length) : "";
      return rest !== "" && rest.indexOf("/") === rest.length - 1;
    });
    return children.sort((a, b) => (a.namespace.path < b.namespace.path ? -1 : 1));
  }

  save(namespace: Namespace): Promise<Realm> {
    return this.#withLock("", async () => {
      await this.#storage.commit([stored.put(namespace.id, namespace)]);
      const isNew = !this.#byId.has(namespace.id);
      const realm = this.#opened(namespace);
      this.#setRealms([...this.all().filter((other) => other.namespace.id !== namespace.id), realm]);
      if (isNew) await realm.mounts.reload();
      return realm;
    });
  }

  remove({ namespace: { id } }: Realm): Promise<void> {
    return this.#withLock("", async () => {
      await this.#storage.commit([stored.remove(id)]);
      this.#setRealms(this.all().filter(({ namespace }) => namespace.id !== id));
    });
  }

  /** Returns the namespaces that replication removed since the last call. Their mounts are still open. */
  takeRemoved(): readonly Realm[] {
    return this.#removed.splice(0);
  }

  async closeAll(): Promise<void> {
    for (const { mounts } of [...this.all(), ...this.takeRemoved()]) await mounts.closeAll();
  }

  #opened(namespace: Namespace): Realm {
    const open = this.#byId.get(namespace.id);
    return open ? { ...open, namespace } : this.#openRealm(namespace);
  }

  #setRealms(realms: readonly Realm[]): void {
    this.#byId = new Map(realms.map((realm) => [realm.namespace.id, realm]));
    const serving = realms.filter(({ namespace }) => !namespace.ending);
    this.#byPath = new Map(serving.map((realm) => [realm.namespace.path, realm]));
  }
}
