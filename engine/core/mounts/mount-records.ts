import { removeBelow } from "../storage/folder.ts";
import { partStorage } from "../storage/part-storage.ts";
import { collection, type Storage } from "../storage/storage.ts";
import type { Mount } from "./mount-type.ts";
import type { MountServices } from "./open-mount.ts";

const shared = collection<Mount>("shared", "mount/");
const local = collection<Mount>("local", "mount/");

/** Removed mounts whose data on this cluster are not deleted yet. The record lets a deletion continue after a crash. */
const remains = collection<Pick<Mount, "local">>("local", "mount-remains/");

export class MountRecords {
  readonly #storage: Storage;
  readonly #services: Pick<MountServices, "namespace" | "ports" | "writePath">;

  constructor({
    storage,
    ...services
  }: Pick<MountServices, "namespace" | "ports" | "writePath"> & { storage: Storage }) {
    this.#storage = storage;
    this.#services = services;
  }

  async all(): Promise<readonly Mount[]> {
    const found: Mount[] = [];
    for (const mounts of [shared, local]) {
      for (const uuid of await mounts.names(this.#storage)) {
        const mount = await mounts.read(this.#storage, uuid);
        if (mount) found.push(mount);
      }
    }
    return found;
  }

  async put(mounts: readonly Mount[]): Promise<void> {
    await this.#storage.commit(mounts.map((mount) => collectionOf(mount).put(mount.uuid, mount)));
  }

  /** Removes records and marks the mounts' data for deletion. Only a primary removes records of shared mounts. */
  async remove(mounts: readonly Mount[]): Promise<void> {
    const changes = mounts.flatMap((mount) => [
      ...(this.#mayRemove(mount) ? [collectionOf(mount).remove(mount.uuid)] : []),
      remains.put(mount.uuid, { local: mount.local }),
    ]);
    await this.#storage.commit(changes);
  }

  async sweep(): Promise<void> {
    const { namespace, ports, writePath } = this.#services;
    for (const uuid of await remains.names(this.#storage)) {
      const left = await remains.read(this.#storage, uuid);
      if (!left) continue;
      const owner = { mount: uuid, namespace: namespace.id, local: left.local };
      const storage = partStorage(owner, { store: ports.store, writePath });
      if (this.#mayRemove(left)) await removeBelow({ storage, clock: ports.clock }, "shared", "");
      await removeBelow({ storage, clock: ports.clock }, "local", "");
      await this.#storage.commit([remains.remove(uuid)]);
    }
  }

  #mayRemove(mount: Pick<Mount, "local">): boolean {
    return mount.local || this.#services.writePath.isPrimary();
  }
}

function collectionOf(mount: Pick<Mount, "local">) {
  return mount.local ? local : shared;
}
