import { reasonOf } from "../../api/errors/reason.ts";
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
 * Removes namespaces after revoking their tokens and leases. The namespace is marked first: from then on it serves no
 * request, and a removal that a crash interrupts is resumed.
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

  /** Removes a namespace. If a lease cannot be revoked, throws a Problem "refused"; the call can be repeated. */
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

  resume(): void {
    for (const realm of this.#namespaces.takeRemoved()) this.#logFailure(realm, this.#removeLocalData(realm));
    for (const realm of this.#namespaces.all()) {
      if (realm.namespace.ending)
        this.#logFailure(realm, this.#writePath.isPrimary() ? this.end(realm) : this.#revokeIssued(realm));
    }
  }

  #logFailure({ namespace: { path } }: Realm, promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      this.#log.warn("a namespace could not be removed yet", { path, reason: reasonOf(error) });
    });
  }

  #revokeIssued({ namespace: { id, path } }: Realm): Promise<void> {
    return this.#withLock(id, async () => {
      await this.#tokens.revokeOfNamespace(id);
      await this.#leases.expireBelow(path);
    });
  }

  /**
   * Ends a namespace that replication removed: its tokens, its leases and, unless the namespace is filtered, its local
   * data.
   */
  async #removeLocalData(realm: Realm): Promise<void> {
    await this.#revokeIssued(realm);
    if (this.#writePath.isFiltered?.(realm.namespace.id)) return realm.mounts.closeAll();
    await realm.mounts.removeAll();
    await removeBelow({ storage: realm.storage, clock: this.#clock }, "local", "");
  }
}
