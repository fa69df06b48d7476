import { reasonOf } from "../../api/errors/reason.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import { awaitRevocations } from "../leases/await-revocations.ts";
import type { LeaseSweeps } from "../leases/lease-sweeps.ts";
import type { WritePath } from "../storage/write-path.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import type { MountTable } from "./mount-table.ts";
import type { Mount } from "./mount-type.ts";
import { absolutePath, fullPath, type OpenMount } from "./open-mount.ts";

/**
 * Removes and moves mounts after revoking their tokens and leases. The mount is marked first: from then on it serves no
 * request, and a removal that a crash interrupts is resumed.
 */
export class MountEnds {
  readonly #leases: LeaseSweeps;
  readonly #tokens: Pick<TokenLife, "revokeOfMount">;
  readonly #writePath: WritePath;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #withLock = keyedMutex();

  constructor(options: {
    leases: LeaseSweeps;
    tokens: Pick<TokenLife, "revokeOfMount">;
    writePath: WritePath;
    clock: Clock;
    log: Log;
  }) {
    this.#leases = options.leases;
    this.#tokens = options.tokens;
    this.#writePath = options.writePath;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** Removes a mount. If a lease cannot be revoked, throws a Problem "refused"; the call can be repeated. */
  end(mounts: MountTable, open: OpenMount): Promise<void> {
    return this.#withLock(open.mount.uuid, async () => {
      if (!mounts.byUuid(open.mount.uuid)) return;
      await mounts.save({ ...open.mount, ending: "removed" });
      await this.#revokeIssued(open);
      if (open.type.leases && !open.mount.local)
        await awaitRevocations({ writePath: this.#writePath, clock: this.#clock });
      await mounts.remove(open);
    });
  }

  move(mounts: MountTable, open: OpenMount, path: string): Promise<void> {
    return this.#withLock(open.mount.uuid, async () => {
      const { ending: _, ...mount }: Mount = open.mount;
      await mounts.save({ ...mount, ending: "moved" });
      let moved: Mount = mount;
      try {
        await this.#revokeIssued(open);
        moved = { ...mount, path };
      } finally {
        await mounts.save(moved);
      }
    });
  }

  /**
   * Continues, in the background, removals that a restart interrupted or that the primary began. A mount whose move was
   * interrupted keeps its path.
   */
  resume(mounts: MountTable): void {
    const removed = mounts.takeRemoved();
    for (const open of removed) this.#logFailure(open, this.#expireIssued(open));
    for (const open of mounts.all()) if (open.mount.ending) this.#logFailure(open, this.#continueEnding(mounts, open));
    mounts.sweep().catch((error: unknown) => {
      this.#log.warn("data of removed mounts could not be deleted yet", { reason: reasonOf(error) });
    });
  }

  #logFailure({ mount }: OpenMount, promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      this.#log.warn("a mount could not be removed yet", { path: fullPath(mount), reason: reasonOf(error) });
    });
  }

  #continueEnding(mounts: MountTable, open: OpenMount): Promise<void> {
    const { local, path, ending } = open.mount;
    if (!local && !this.#writePath.isPrimary()) return this.#expireIssued(open);
    // The target path of the move was not stored: the mount stays at its path.
    return ending === "moved" ? this.move(mounts, open, path) : this.end(mounts, open);
  }

  async #expireIssued(open: OpenMount): Promise<void> {
    await this.#tokens.revokeOfMount(open);
    await this.#leases.expireOfMount(open.mount.uuid, absolutePath(open));
  }

  async #revokeIssued(open: OpenMount): Promise<void> {
    await this.#tokens.revokeOfMount(open);
    await this.#leases.revokeBelow(absolutePath(open));
  }
}
