import { Problem } from "../api/problem.ts";
import type { OpenMount } from "./mount-table.ts";
import { type Namespace, rootNamespace } from "./namespace.ts";
import type { Realm } from "./realm.ts";
import { collection, type Storage } from "./storage.ts";

const stored = collection<Namespace>("shared", "namespace/");

/** A call's place: the namespace, and the path within it. */
export type Place = Readonly<{ realm: Realm; path: string }>;

/** All namespaces of a cluster: the root, and those below it that are stored. */
export class Namespaces {
  readonly #storage: Storage;
  readonly #openRealm: (namespace: Namespace) => Realm;
  readonly root: Realm;
  #byPath = new Map<string, Realm>();

  /** `storage` is the root namespace's. */
  constructor({ storage, openRealm }: { storage: Storage; openRealm: (namespace: Namespace) => Realm }) {
    this.#storage = storage;
    this.#openRealm = openRealm;
    this.root = openRealm(rootNamespace);
    this.#byPath.set("", this.root);
  }

  /** Opens what is stored and not open, closes what is open and not stored, and has all look again at what is mounted. */
  async reload(): Promise<void> {
    const wanted = new Map<string, Namespace>([["", rootNamespace]]);
    for (const id of await stored.names(this.#storage)) {
      const namespace = await stored.read(this.#storage, id);
      if (namespace) wanted.set(namespace.path, namespace);
    }
    const before = this.#byPath;
    this.#byPath = new Map(
      [...wanted].map(([path, namespace]) => {
        const open = before.get(path);
        if (path === "") return [path, this.root];
        return [path, open?.namespace.id === namespace.id ? { ...open, namespace } : this.#openRealm(namespace)];
      }),
    );
    const kept = new Set([...this.#byPath.values()].map((realm) => realm.mounts));
    for (const realm of before.values()) if (!kept.has(realm.mounts)) await realm.mounts.closeAll();
    for (const realm of this.#byPath.values()) await realm.mounts.reload();
  }

  /** The namespace that `header` names and `path` leads into. Throws a Problem when `header` names none. */
  resolve(header: string, path: string): Place {
    if (header === "" && this.#byPath.size === 1) return { realm: this.root, path };
    const named = header.replace(/^\/+|\/+$/g, "");
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

  all(): readonly Realm[] {
    return [...this.#byPath.values()];
  }

  byId(id: string): Realm | undefined {
    if (id === rootNamespace.id) return this.root;
    return this.all().find(({ namespace }) => namespace.id === id);
  }

  /** The mount of this uuid, in whichever namespace it is. */
  byUuid(uuid: string): OpenMount | undefined {
    for (const { mounts } of this.#byPath.values()) {
      const open = mounts.byUuid(uuid);
      if (open) return open;
    }
    return undefined;
  }

  /** The namespaces right below `parent`. */
  childrenOf({ namespace: { path } }: Realm): readonly Realm[] {
    return this.all().filter(({ namespace }) => {
      const rest = namespace.path.startsWith(path) ? namespace.path.slice(path.length) : "";
      return rest !== "" && rest.indexOf("/") === rest.length - 1;
    });
  }

  /** Writes a namespace down, in place of what was stored of it. */
  async save(namespace: Namespace): Promise<Realm> {
    await this.#storage.commit([stored.put(namespace.id, namespace)]);
    await this.reload();
    return this.byId(namespace.id) as Realm;
  }

  /** Removes an empty namespace. */
  async remove({ namespace }: Realm): Promise<void> {
    await this.#storage.commit([stored.remove(namespace.id)]);
    await this.reload();
  }

  async closeAll(): Promise<void> {
    for (const { mounts } of this.all()) await mounts.closeAll();
  }
}
