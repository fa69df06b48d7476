import { reasonOf } from "../../api/reason.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import { awaitRevocations } from "../leases/await-revocations.ts";
import type { LeaseSweeps } from "../leases/lease-sweeps.ts";
import { removeBelow } from "../storage/folder.ts";
import type { WritePath } from "../storage/write-path.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { Namespaces } from "./namespaces.ts";
import type { Realm } from "./realm.ts";

/**
 * Removes namespaces, after revoking what was handed out in them. As with mounts a mark comes first: then no request is served there, a
 * crash leaves nothing half done, and secondaries take back their own tokens and leases.
 */
export class NamespaceEnds {
  readonly #namespaces: Namespaces;
  readonly #tokens: Pick<TokenLife, "revokeOfNamespace">;
  readonly #leases: LeaseSweeps;
  readonly #writePath: WritePath;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #withLock = keyedMutex();

  constructor(options: {
    namespaces: Namespaces;
    tokens: Pick<TokenLife, "revokeOfNamespace">;
    leases: LeaseSweeps;
    writePath: WritePath;
    clock: Clock;
    log: Log;
  }) {
    this.#namespaces = options.namespaces;
    this.#tokens = options.tokens;
    this.#leases = options.leases;
    this.#writePath = options.writePath;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Removes a namespace with all that is in it. Throws a Problem "refused" when a lease resists; this may be tried again. */
  end({ namespace: { id } }: Realm): Promise<void> {
    return this.#withLock(id, async () => {
      const found = this.#namespaces.byId(id);
      if (!found) return;
      const realm = await this.#namespaces.save({ ...found.namespace, ending: true });
      await this.#tokens.revokeOfNamespace(id);
      await this.#leases.revokeBelow(realm.namespace.path);
      const grants = realm.mounts.all().some(({ type, mount }) => type.leases && !mount.local);
      if (grants) await awaitRevocations({ writePath: this.#writePath, clock: this.#clock });
      await realm.mounts.removeAll();
      await removeBelow({ storage: realm.storage, clock: this.#clock }, "shared", "");
      await removeBelow({ storage: realm.storage, clock: this.#clock }, "local", "");
      await this.#namespaces.remove(realm);
    });
  }

  /** Resumes removals that are marked: before a restart of this cluster, or by its primary. Resolves before they are done. */
  resume(): void {
    for (const realm of this.#namespaces.takeRemoved()) this.#telling(realm, this.#sweep(realm));
    for (const realm of this.#namespaces.all()) {
      if (realm.namespace.ending)
        this.#telling(realm, this.#writePath.isPrimary() ? this.end(realm) : this.#forget(realm));
    }
  }

  #telling({ namespace: { path } }: Realm, promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      this.#log.warn("a namespace could not be taken away yet", { path, reason: reasonOf(error) });
    });
  }

  /** Has all that this cluster handed out there be over. */
  #forget({ namespace: { id, path } }: Realm): Promise<void> {
    return this.#withLock(id, async () => {
      await this.#tokens.revokeOfNamespace(id);
      await this.#leases.expireBelow(path);
    });
  }

  /**
   * Removes what this cluster alone stored in a namespace that the primary removed. Local data in one that is filtered stay: it is
   * served again with the namespace.
   */
  async #sweep(realm: Realm): Promise<void> {
    await this.#forget(realm);
    if (this.#writePath.isFiltered?.(realm.namespace.id)) return realm.mounts.closeAll();
    await realm.mounts.removeAll();
    await removeBelow({ storage: realm.storage, clock: this.#clock }, "local", "");
  }
}
