import { Problem } from "../../api/problem.ts";
import { trimSlashes } from "../../api/trim-ends.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { type Namespace, rootNamespace } from "./namespace.ts";
import type { Realm } from "./realm.ts";

const stored = collection<Namespace>("shared", "namespace/");

/** A call's place: the namespace, and the path within it. */
export type Place = Readonly<{ realm: Realm; path: string }>;

/** All namespaces of a cluster: the root, and those below it that are stored. */
export class Namespaces {
  readonly #storage: Storage;
  readonly #openRealm: (namespace: Namespace) => Realm;
  /** Looks at what is stored come one after the other, so that an early one does not win over a late one. */
  readonly #withLock = keyedMutex();
  readonly root: Realm;
  readonly #departed: Realm[] = [];
  #byId = new Map<string, Realm>();
  /** Those that serve. */
  #byPath = new Map<string, Realm>();

  /** `storage` is the root namespace's. */
  constructor({ storage, openRealm }: { storage: Storage; openRealm: (namespace: Namespace) => Realm }) {
    this.#storage = storage;
    this.#openRealm = openRealm;
    this.root = openRealm(rootNamespace);
    this.#keep([this.root]);
  }

  /** Opens what is stored and not open, closes what is open and not stored, and has all look again at what is mounted. */
  reload(): Promise<void> {
    return this.#withLock("", async () => {
      const before = this.#byId;
      const realms = [this.root];
      for (const id of await stored.names(this.#storage)) {
        const namespace = await stored.read(this.#storage, id);
        if (namespace) realms.push(this.#opened(namespace));
      }
      this.#keep(realms);
      for (const realm of before.values()) {
        if (!this.#byId.has(realm.namespace.id)) this.#departed.push(realm);
      }
      for (const { mounts, namespace } of realms) {
        // What is being removed is opened to revoke its leases, and then left alone.
        if (!namespace.ending || !before.has(namespace.id)) await mounts.reload();
      }
    });
  }

  /** The namespace that `header` and `path` name. Throws a Problem when `header` names none. */
  resolve(header: string, path: string): Place {
    if (header === "" && this.#byPath.size === 1) return { realm: this.root, path };
    const named = trimSlashes(header);
    const base = named === "" || named === rootNamespace.id ? "" : `${named}/`;
    const start = this.#byPath.get(base);
    if (!start) throw new Problem("no handler", "namespace not found");
    let place: Place = { realm: start, path };
    const whole = base + path;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const realm = this.#byPath.get(base + path.slice(0, slash + 1));
      if (!realm) break;
      place = { realm, path: whole.slice(realm.namespace.path.length) };
    }
    return place;
  }

  /** Also those that go away. */
  all(): readonly Realm[] {
    return [...this.#byId.values()];
  }

  byId(id: string): Realm | undefined {
    return this.#byId.get(id);
  }

  /** The mount of this uuid, in whichever namespace it is. */
  byUuid(uuid: string): OpenMount | undefined {
    for (const { mounts } of this.#byId.values()) {
      const open = mounts.byUuid(uuid);
      if (open) return open;
    }
    return undefined;
  }

  /** The namespaces right below `parent`, in order; also those that go away. */
  childrenOf({ namespace: { path } }: Realm): readonly Realm[] {
    const children = this.all().filter(({ namespace }) => {
      const rest = namespace.path.startsWith(path) ? namespace.path.slice(path.length) : "";
      return rest !== "" && rest.indexOf("/") === rest.length - 1;
    });
    return children.sort((a, b) => (a.namespace.path < b.namespace.path ? -1 : 1));
  }

  /** Writes a namespace down, in place of what was stored of it. */
  save(namespace: Namespace): Promise<Realm> {
    return this.#withLock("", async () => {
      await this.#storage.commit([stored.put(namespace.id, namespace)]);
      const isNew = !this.#byId.has(namespace.id);
      const realm = this.#opened(namespace);
      this.#keep([...this.all().filter((other) => other.namespace.id !== namespace.id), realm]);
      if (isNew) await realm.mounts.reload();
      return realm;
    });
  }

  /** Removes a namespace that is empty. */
  remove({ namespace: { id } }: Realm): Promise<void> {
    return this.#withLock("", async () => {
      await this.#storage.commit([stored.remove(id)]);
      this.#keep(this.all().filter(({ namespace }) => namespace.id !== id));
    });
  }

  /** The namespaces that the primary removed since this was asked last, with their mounts still open. */
  takeRemoved(): readonly Realm[] {
    return this.#departed.splice(0);
  }

  async closeAll(): Promise<void> {
    for (const { mounts } of [...this.all(), ...this.takeRemoved()]) await mounts.closeAll();
  }

  #opened(namespace: Namespace): Realm {
    const open = this.#byId.get(namespace.id);
    return open ? { ...open, namespace } : this.#openRealm(namespace);
  }

  #keep(realms: readonly Realm[]): void {
    this.#byId = new Map(realms.map((realm) => [realm.namespace.id, realm]));
    const serving = realms.filter(({ namespace }) => !namespace.ending);
    this.#byPath = new Map(serving.map((realm) => [realm.namespace.path, realm]));
  }
}
