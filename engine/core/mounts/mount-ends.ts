import { reasonOf } from "../../api/reason.ts";
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
 * Removes mounts, after revoking what they handed out. The mount is marked first: then it serves no request any more, a crash leaves
 * nothing half done, and secondaries learn of it while what they need to take back their own leases is still there.
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

  /** Removes a mount. Throws a Problem "refused" when a lease resists; the mount then stays marked, and this may be tried again. */
  end(mounts: MountTable, open: OpenMount): Promise<void> {
    return this.#withLock(open.mount.uuid, async () => {
      if (!mounts.byUuid(open.mount.uuid)) return;
      await mounts.save({ ...open.mount, ending: "removed" });
      await this.#takeBack(open);
      if (open.type.leases && !open.mount.local)
        await awaitRevocations({ writePath: this.#writePath, clock: this.#clock });
      await mounts.remove(open);
    });
  }

  /** Has a mount serve at another path. What it handed out is taken back: it bears the old one in its name. Rejects when that fails. */
  move(mounts: MountTable, open: OpenMount, path: string): Promise<void> {
    return this.#withLock(open.mount.uuid, async () => {
      const { ending: _, ...mount }: Mount = open.mount;
      await mounts.save({ ...mount, ending: "moved" });
      let moved: Mount = mount;
      try {
        await this.#takeBack(open);
        moved = { ...mount, path };
      } finally {
        await mounts.save(moved);
      }
    });
  }

  /** Resumes removals that are marked: before a restart of this cluster, or by its primary. Resolves before they are done. */
  resume(mounts: MountTable): void {
    const removed = mounts.takeRemoved();
    for (const open of removed) this.#telling(open, this.#forget(open));
    for (const open of mounts.all()) if (open.mount.ending) this.#telling(open, this.#goOn(mounts, open));
    mounts.sweep().catch((error: unknown) => {
      this.#log.warn("what mounts left behind could not be removed yet", { reason: reasonOf(error) });
    });
  }

  #telling({ mount }: OpenMount, promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      this.#log.warn("a mount could not be taken away yet", { path: fullPath(mount), reason: reasonOf(error) });
    });
  }

  #goOn(mounts: MountTable, open: OpenMount): Promise<void> {
    const { local, path, ending } = open.mount;
    if (!local && !this.#writePath.isPrimary()) return this.#forget(open);
    // The target of the move was not stored: the mount stays.
    return ending === "moved" ? this.move(mounts, open, path) : this.end(mounts, open);
  }

  /** Has all that this cluster handed out for another's mount be over. */
  async #forget(open: OpenMount): Promise<void> {
    await this.#tokens.revokeOfMount(open);
    await this.#leases.expireOfMount(open.mount.uuid, absolutePath(open));
  }

  async #takeBack(open: OpenMount): Promise<void> {
    await this.#tokens.revokeOfMount(open);
    await this.#leases.revokeBelow(absolutePath(open));
  }
}
