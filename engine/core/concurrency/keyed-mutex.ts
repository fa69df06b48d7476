import type { Cancel, Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { SteadyMap } from "../collections/steady-map.ts";

/** Runs tasks with the same name one at a time. Tasks with different names run concurrently. */
export type KeyedMutex = <T>(name: string, task: () => Promise<T>) => Promise<T>;

const longWaitSeconds = 60;

export type LockWatch = Readonly<{ of: string; clock: Clock; log: Log }>;

/**
 * Creates a mutex with its own set of names. With `watch`, a long wait is logged.
 *
 * Lock order: the holder of a lock may wait only for locks further down this list, not for a second lock of the same
 * line.
 *
 * 1. changes of the mount table (`MountTable.alone`)
 * 2. a namespace or a mount that is removed or moved (`namespace-ends.ts`, `mount-ends.ts`)
 * 3. a lease (`lease-life.ts`)
 * 4. an object of a mount: a user, a connection, a role, a path (`MountContext.withLock`)
 * 5. a first login at a local mount (`logins.ts`), then the identity store (`identity-store.ts`)
 * 6. reads of the stored namespaces, then of the stored mounts (`namespaces.ts`, `mount-table.ts`)
 * 7. a token, a wrapped response, the audit devices, a key pair, the deletion of removed mounts' data: their
 *    holders wait only for the store or a server
 *
 * Before all of these, and never taken inside another lock: an attempt to rekey or to generate a root token
 * (`rekeying.ts`, `root-generation.ts`), then the seal (`seal.ts`).
 */
export function keyedMutex(watch?: LockWatch): KeyedMutex {
  const last = new SteadyMap<string, Promise<unknown>>();
  return (name, task) => {
    const before = last.get(name);
    const cancelWarning = before && watch ? warnAfterLongWait(name, watch) : undefined;
    const begin = () => {
      cancelWarning?.();
      return task();
    };
    const turn = (before ?? Promise.resolve()).then(begin, begin);
    last.set(name, turn);
    const leave = () => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  };
}

function warnAfterLongWait(name: string, { of, clock, log }: LockWatch): Cancel {
  return clock.at(clock.now() + longWaitSeconds * 1000, () =>
    log.warn("a lock is being waited for", { of, name, waitedSeconds: longWaitSeconds }),
  );
}
