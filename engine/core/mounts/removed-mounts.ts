import { router } from "../../api/router.ts";
import type { Change } from "../../ports/store.ts";
import { type Namespace, rootNamespace } from "../namespaces/namespace.ts";
import type { Namespaces } from "../namespaces/namespaces.ts";
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

const checkIntervalMilliseconds = 60_000;

function mountRecordedIn(key: string): string | undefined {
  const [, rest = ""] = namespaceOfSharedKey(key) ?? [];
  return /^mount\/([^/]+)$/.exec(rest)?.[1];
}

type Removed = Readonly<{ mount: Mount; namespace: Namespace }>;

const removed = collection<Removed>("local", "departed-mount/");

/** Prefix added to deleted shared keys to store their last values here, at the keys that a local mount would use. */
const retainedPrefix = "local/";

export type LeasesOfMounts = Readonly<{
  hasOfMount(uuid: string, path: string): Promise<boolean>;
  expireOfMount(uuid: string, path: string): Promise<void>;
  everything(): Promise<Readonly<{ mounts: ReadonlySet<string>; entries: readonly StorageChange[] }>>;
}>;

type Services = Omit<MountServices, "namespace"> &
  Readonly<{
    types: readonly MountType[];
    mounts: RevokingMounts;
    allMounted(): readonly OpenMount[];
    leases: LeasesOfMounts;
  }>;

export class RevokingMounts {
  readonly retained = new Map<string, OpenMount>();
  readonly #namespaces: Pick<Namespaces, "byUuid" | "byId">;

  constructor(namespaces: Pick<Namespaces, "byUuid" | "byId">) {
    this.#namespaces = namespaces;
  }

  byUuid(uuid: string): OpenMount | undefined {
    return this.#namespaces.byUuid(uuid);
  }

  isEnding(namespace: string): boolean {
    return this.#namespaces.byId(namespace)?.namespace.ending === true;
  }

  /** Returns the mount with this uuid, for revoking leases. Its storage includes retained values of deleted keys. */
  forRevoking(uuid: string): OpenMount | undefined {
    const [open, retained] = [this.byUuid(uuid), this.retained.get(uuid)];
    if (!open || !retained) return open ?? retained;
    return { ...open, context: { ...open.context, storage: retained.context.storage } };
  }
}

/**
 * Mounts that replication removed from this cluster, with the data that revoking their leases needs, such as a database
 * connection. Reasons for a removal are a paths filter, an unmount on the primary, a discarded branch and a wipe.
 */
export class RemovedMounts {
  readonly #services: Services;
  readonly #agenda: Agenda;
  readonly #retained: Map<string, OpenMount>;
  readonly #recentlyRetained = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
    this.#retained = services.mounts.retained;
    this.#agenda = services.agenda.of("departed mounts");
  }

  /** Loads the removed mounts that earlier processes recorded. Must be called before leases expire. */
  async load(): Promise<void> {
    const { ports, writePath } = this.#services;
    const storage = partStorage(
      { mount: "", namespace: rootNamespace.id, local: false },
      { store: ports.store, writePath },
    );
    for (const uuid of await removed.names(storage)) {
      const found = await removed.read(storage, uuid);
      if (found) this.#retain(found);
    }
  }

  /** Expires the leases of removed mounts again, since an earlier process may have crashed before all expired. */
  async resume(): Promise<void> {
    for (const [uuid, open] of this.#retained) {
      if (!this.#services.mounts.byUuid(uuid)) await this.#services.leases.expireOfMount(uuid, absolutePath(open));
    }
  }

  /**
   * Called before replication deletes the shared keys `deleted`. Returns the changes to store together with the
   * deletion: records of mounts, and the last values of the keys that revocations need, which `lastValue` reads.
   */
  async valuesForRevocation(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const key of deleted) {
      const recorded = mountRecordedIn(key);
      const [uuid = recorded ?? "", rest = ""] = mountOfSharedKey(key) ?? [];
      const open = this.#services.mounts.byUuid(uuid) ?? this.#retained.get(uuid);
      const needs = open?.type.leases?.needs;
      if (!open || !needs || open.mount.local || (recorded === undefined && !needs(rest))) continue;
      const value = recorded === undefined ? await lastValue(key) : undefined;
      if (recorded === undefined && value === undefined) continue;
      const record = { mount: open.mount, namespace: open.namespace };
      if (value !== undefined) changes.push({ key: retainedPrefix + key, value });
      changes.push(localChangeOfCore(removed.put(uuid, record)));
      this.#recentlyRetained.add(uuid);
      this.#retain(record);
    }
    return changes;
  }

  /** Returns changes that keep leases, and the data for revoking them, despite a wipe. */
  async leasesForRevocation(): Promise<readonly Change[]> {
    const { ports, leases, allMounted } = this.#services;
    const { mounts, entries } = await leases.everything();
    const changes: Change[] = entries.map(localChangeOfCore);
    for (const { mount, namespace, type } of [...this.#retained.values(), ...allMounted()]) {
      if (!mounts.has(mount.uuid)) continue;
      changes.push(localChangeOfCore(removed.put(mount.uuid, { mount, namespace })));
      const own = mountPrefix(mount.uuid);
      // Values under the second prefix are newer and replace those under the first.
      for (const prefix of [retainedPrefix + own, own]) {
        for (const [key] of await ports.store.range({ prefix, keysOnly: true })) {
          const rest = key.slice(prefix.length);
          if (type.leases?.needs?.(rest))
            changes.push({ key: retainedPrefix + own + rest, value: (await ports.store.read(key)) ?? null });
        }
      }
    }
    return changes;
  }

  #retain(record: Removed): void {
    const { uuid } = record.mount;
    if (!this.#retained.has(uuid)) this.#retained.set(uuid, this.#opened(record));
    this.#scheduleCheck();
  }

  #opened({ mount, namespace }: Removed): OpenMount {
    const { ports, writePath, agenda } = this.#services;
    const type = this.#services.types.find(({ kind, type }) => kind === mount.kind && type === mount.type);
    if (!type) throw new Error(`removed mount has the unknown type ${mount.type}`);
    const storageOf = (local: boolean) =>
      partStorage({ mount: mount.uuid, namespace: namespace.id, local }, { store: ports.store, writePath });
    const [shared, retained] = [storageOf(false), storageOf(true)];
    const storage: Storage = {
      ...shared,
      read: async (space, key) => (await shared.read(space, key)) ?? (await retained.read(space, key)),
    };
    const open = openMount(mount, { type, router: router([]) }, { ...this.#services, namespace });
    const context = { ...open.context, storage, agenda: agenda.of(`departed mounts/${mount.uuid}`) };
    return { namespace, mount, type, router: open.router, context };
  }

  #scheduleCheck(): void {
    const when = this.#services.ports.clock.now() + checkIntervalMilliseconds;
    this.#agenda.arrange("look", when, () => this.#dropUnused());
  }

  async #dropUnused(): Promise<void> {
    this.#recentlyRetained.clear();
    try {
      for (const [uuid, open] of this.#retained) {
        if (!(await this.#services.leases.hasOfMount(uuid, absolutePath(open)))) await this.#drop(uuid, open);
      }
    } finally {
      if (this.#retained.size > 0) this.#scheduleCheck();
    }
  }

  async #drop(uuid: string, { type, context }: OpenMount): Promise<void> {
    const { ports, writePath } = this.#services;
    const keys = await ports.store.range({ prefix: retainedPrefix + mountPrefix(uuid), keysOnly: true });
    // The mount was removed once more during the read.
    if (this.#recentlyRetained.has(uuid)) return;
    this.#retained.delete(uuid);
    const retained = keys.map(([key]) => ({ key, value: null }));
    await writePath.commit("", [...retained, localChangeOfCore(removed.remove(uuid))]);
    if (!this.#services.mounts.byUuid(uuid)) await type.close?.(context);
  }
}
