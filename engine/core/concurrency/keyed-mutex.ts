import type { Cancel, Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { SteadyMap } from "../collections/steady-map.ts";

/** Runs tasks of one name one after another, and those of different names concurrently. */
export type KeyedMutex = <T>(name: string, task: () => Promise<T>) => Promise<T>;

/** Milliseconds of waiting after which a task is logged: twice what a statement at a database may take. */
const longWaitSeconds = 60;

/** Where to log that a task has been waiting for long, and which locks these are, such as `lease`. */
export type LockWatch = Readonly<{ of: string; clock: Clock; log: Log }>;

/**
 * A fresh set of names. It holds no more than the tasks that run or wait. With `watch`, a long wait is told in the log.
 *
 * Lock order: the holder of a lock waits only for locks further down this list, and never for a second one of the same line.
 *
 * 1. what is mounted, while it changes (`MountTable.alone`)
 * 2. a namespace or a mount that goes away or moves (`namespace-ends.ts`, `mount-ends.ts`)
 * 3. a lease (`lease-life.ts`)
 * 4. what is a mount's own: a user, a connection, a role, a path (`MountContext.withLock`)
 * 5. a first login at a local mount (`logins.ts`), then the ledger of identities (`ledger.ts`)
 * 6. looks at what is stored of namespaces, then of mounts (`namespaces.ts`, `mount-table.ts`)
 * 7. locks under which nothing else is waited for but the store or a server: a token, a wrapped answer, a key pair, a transaction
 *
 * Beside it, and never inside of it: an attempt to rekey (`rekeying.ts`), then the seal (`seal.ts`).
 */
export function keyedMutex(watch?: LockWatch): KeyedMutex {
  const last = new SteadyMap<string, Promise<unknown>>();
  return (name, task) => {
    const before = last.get(name);
    const heard = before && watch ? tellingOfLongWait(name, watch) : undefined;
    const begin = () => {
      heard?.();
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

/** Says so in the log, once, unless the wait is over before. Nothing else comes of it. */
function tellingOfLongWait(name: string, { of, clock, log }: LockWatch): Cancel {
  return clock.at(clock.now() + longWaitSeconds * 1000, () =>
    log.warn("a lock is being waited for", { of, name, waitedSeconds: longWaitSeconds }),
  );
}
