import { router } from "../../api/router.ts";
import type { Change } from "../../ports/store.ts";
import { type Namespace, rootNamespace } from "../namespaces/namespace.ts";
import {
  localChangeOfCore,
  mountOfSharedKey,
  mountPrefix,
  namespaceOfSharedKey,
  partStorage,
} from "../storage/part-storage.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { Agenda, Mount, MountType } from "./mount-type.ts";
import { absolutePath, type MountServices, type OpenMount, openMount } from "./open-mount.ts";

/** Milliseconds between two looks at whether leases of a mount are left. Whatever was being given out as the mount went has its lease by the first. */
const lookMilliseconds = 60_000;

/** The uuid of the mount whose record is under this shared key; undefined where it is no record of a mount. */
function mountRecordedIn(key: string): string | undefined {
  const [, rest = ""] = namespaceOfSharedKey(key) ?? [];
  return /^mount\/([^/]+)$/.exec(rest)?.[1];
}

type Removed = Readonly<{ mount: Mount; namespace: Namespace }>;

/** The mounts that were taken away while leases of them may still live. */
const removed = collection<Removed>("local", "departed-mount/");

/** Stands before a shared key of such a mount where its last value is kept: there a local mount would have it. */
const keptPrefix = "local/";

/** What is asked about the leases of a mount; the ids of most of them begin with `path`. */
export type LeasesOfMounts = Readonly<{
  hasOfMount(uuid: string, path: string): Promise<boolean>;
  /** Has them be over from now on. */
  expireOfMount(uuid: string, path: string): Promise<void>;
  /** All that is stored of leases, and whose they are. */
  everything(): Promise<Readonly<{ mounts: ReadonlySet<string>; entries: readonly StorageChange[] }>>;
}>;

type Services = Omit<MountServices, "namespace"> &
  Readonly<{
    types: readonly MountType[];
    /** The mount of this uuid that serves, or is going away. */
    mounted(uuid: string): OpenMount | undefined;
    allMounted(): readonly OpenMount[];
    leases: () => LeasesOfMounts;
  }>;

/**
 * The mounts that replication took away from this cluster (a paths filter, an unmount on the primary, a branch that was given up, a wipe), with what
 * revoking their leases needs of them, such as the connection to the database. That is kept on this cluster alone, until the last of these
 * leases has ended.
 */
export class RemovedMounts {
  readonly #services: Services;
  readonly #agenda: Agenda;
  readonly #kept = new Map<string, OpenMount>();
  /** Those of which something was kept since the last look: they stay until the next. */
  readonly #fresh = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
    this.#agenda = services.agenda.of("departed mounts");
  }

  /** Knows again what an earlier life kept. To be called before leases end. */
  async load(): Promise<void> {
    const { ports, writePath } = this.#services;
    const storage = partStorage(
      { mount: "", namespace: rootNamespace.id, local: false },
      { store: ports.store, writePath },
    );
    for (const uuid of await removed.names(storage)) {
      const found = await removed.read(storage, uuid);
      if (found) this.#hold(found);
    }
  }

  /** Has the leases end of mounts that are gone: whether an earlier life came to that is not known. */
  async resume(): Promise<void> {
    for (const [uuid, open] of this.#kept) {
      if (!this.#services.mounted(uuid)) await this.#services.leases().expireOfMount(uuid, absolutePath(open));
    }
  }

  /**
   * Resolves to what is to be saved together with the deletion of the shared keys `deleted` by replication; `lastValue` reads what one of them
   * held. Nothing for keys that no lease needs. The record of a mount may go before its keys do: from then on the mount is known here.
   */
  async valuesForRevocation(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const key of deleted) {
      const recorded = mountRecordedIn(key);
      const [uuid = recorded ?? "", rest = ""] = mountOfSharedKey(key) ?? [];
      const open = this.#services.mounted(uuid) ?? this.#kept.get(uuid);
      const needs = open?.type.leases?.needs;
      if (!open || !needs || open.mount.local || (recorded === undefined && !needs(rest))) continue;
      const value = recorded === undefined ? await lastValue(key) : undefined;
      if (recorded === undefined && value === undefined) continue;
      const record = { mount: open.mount, namespace: open.namespace };
      if (value !== undefined) changes.push({ key: keptPrefix + key, value });
      changes.push(localChangeOfCore(removed.put(uuid, record)));
      this.#fresh.add(uuid);
      this.#hold(record);
    }
    return changes;
  }

  /** Resolves to what of this cluster outlasts its wipe: its leases, and what revoking them needs. They are over as soon as it begins anew. */
  async leasesForRevocation(): Promise<readonly Change[]> {
    const { ports, leases, allMounted } = this.#services;
    const { mounts, entries } = await leases().everything();
    const changes: Change[] = entries.map(localChangeOfCore);
    for (const { mount, namespace, type } of [...this.#kept.values(), ...allMounted()]) {
      if (!mounts.has(mount.uuid)) continue;
      changes.push(localChangeOfCore(removed.put(mount.uuid, { mount, namespace })));
      const own = mountPrefix(mount.uuid);
      // What stands in the second place is what was last.
      for (const prefix of [keptPrefix + own, own]) {
        for (const [key] of await ports.store.range({ prefix, keysOnly: true })) {
          const rest = key.slice(prefix.length);
          if (type.leases?.needs?.(rest))
            changes.push({ key: keptPrefix + own + rest, value: (await ports.store.read(key)) ?? null });
        }
      }
    }
    return changes;
  }

  /** The mount of this uuid as it is needed to revoke a lease: what was taken away of it reads as it was last. */
  forRevoking(uuid: string): OpenMount | undefined {
    const [open, kept] = [this.#services.mounted(uuid), this.#kept.get(uuid)];
    if (!open || !kept) return open ?? kept;
    return { ...open, context: { ...open.context, storage: kept.context.storage } };
  }

  #hold(record: Removed): void {
    const { uuid } = record.mount;
    if (!this.#kept.has(uuid)) this.#kept.set(uuid, this.#opened(record));
    this.#arrangeLook();
  }

  /** The mount, opened to revoke its leases: it serves no request, and is told nothing. */
  #opened({ mount, namespace }: Removed): OpenMount {
    const { ports, writePath, agenda } = this.#services;
    const type = this.#services.types.find(({ kind, type }) => kind === mount.kind && type === mount.type);
    if (!type) throw new Error(`a mount of the type ${mount.type} cannot have departed: there is no such type`);
    const storageOf = (local: boolean) =>
      partStorage({ mount: mount.uuid, namespace: namespace.id, local }, { store: ports.store, writePath });
    const [shared, kept] = [storageOf(false), storageOf(true)];
    const storage: Storage = {
      ...shared,
      read: async (space, key) => (await shared.read(space, key)) ?? (await kept.read(space, key)),
    };
    const open = openMount(mount, { type, router: router([]) }, { ...this.#services, namespace });
    const context = { ...open.context, storage, agenda: agenda.of(`departed mounts/${mount.uuid}`) };
    return { namespace, mount, type, router: open.router, context };
  }

  #arrangeLook(): void {
    const when = this.#services.ports.clock.now() + lookMilliseconds;
    this.#agenda.arrange("look", when, () => this.#look());
  }

  /** Drops what no lease needs any more. */
  async #look(): Promise<void> {
    this.#fresh.clear();
    try {
      for (const [uuid, open] of this.#kept) {
        if (!(await this.#services.leases().hasOfMount(uuid, absolutePath(open)))) await this.#drop(uuid, open);
      }
    } finally {
      if (this.#kept.size > 0) this.#arrangeLook();
    }
  }

  async #drop(uuid: string, { type, context }: OpenMount): Promise<void> {
    const { ports, writePath } = this.#services;
    const keys = await ports.store.range({ prefix: keptPrefix + mountPrefix(uuid), keysOnly: true });
    // Kept again meanwhile: it went away once more.
    if (this.#fresh.has(uuid)) return;
    this.#kept.delete(uuid);
    const kept = keys.map(([key]) => ({ key, value: null }));
    await writePath.commit("", [...kept, localChangeOfCore(removed.remove(uuid))]);
    if (!this.#services.mounted(uuid)) await type.close?.(context);
  }
}
