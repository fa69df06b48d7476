import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { MountContext } from "../mounts/mount-type.ts";

/** After so many failures a name is locked, for so long; failures are forgotten after that time too: the reference's numbers. */
const maxFailures = 5;
const lockedMilliseconds = 15 * 60 * 1000;

/**
 * How many unknown names are remembered at once: as many that are locked, and as many that are not yet. Unauthenticated clients choose such names, and
 * memory is finite; about 2 MB when full.
 */
const maxUnknownNames = 10_000;

/** Names of users are bounded by what is stored: an operator made each of them. */
const maxKnownNames = Number.POSITIVE_INFINITY;

type Failures = Readonly<{ count: number; lastAt: Instant }>;

/**
 * The failed logins of an auth method, on this cluster and since it started. A name is locked after a number of failures, whether or not
 * a user has it, so that being locked tells nothing.
 *
 * Names are remembered as digests, whatever their length. Invariant: a name that is locked stays locked until its time is over, however
 * many other names fail meanwhile. Names of users and unknown names are remembered apart, so names that were made up
 * push out only one another; where too many of them are locked, further ones are not remembered, since there is no password to guess.
 */
export class Lockout {
  readonly #known = new FailedNames(maxKnownNames);
  readonly #unknown = new FailedNames(maxUnknownNames);

  /** Throws a Problem "bad token" while `name` is locked. */
  check(context: MountContext, name: string): void {
    const key = keyOf(context, name);
    const now = context.clock.now();
    if (this.#known.isLocked(key, now) || this.#unknown.isLocked(key, now)) {
      throw new Problem("bad token", "permission denied");
    }
  }

  /** Counts a failed login. `isKnown` says whether a user has the name. */
  failed(context: MountContext, name: string, { isKnown }: { isKnown: boolean }): void {
    (isKnown ? this.#known : this.#unknown).add(keyOf(context, name), context.clock.now());
  }

  /** Forgets the failures of `name`. */
  succeeded(context: MountContext, name: string): void {
    const key = keyOf(context, name);
    this.#known.delete(key);
    this.#unknown.delete(key);
  }
}

/** Failures by name, the one that failed longest ago first. */
class FailedNames {
  readonly #limit: number;
  readonly #counting = new Map<string, Failures>();
  readonly #locked = new Map<string, Failures>();

  /** Of names that are not locked it remembers `limit`, of locked ones as many again. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  isLocked(key: string, now: Instant): boolean {
    const failures = this.#locked.get(key);
    return failures !== undefined && isRecent(failures, now);
  }

  add(key: string, now: Instant): void {
    const before = this.#locked.get(key) ?? this.#counting.get(key);
    const count = before && isRecent(before, now) ? before.count + 1 : 1;
    this.delete(key);
    for (const names of [this.#counting, this.#locked]) forgetOld(names, now);
    if (count < maxFailures) {
      const [oldest] = this.#counting.size >= this.#limit ? this.#counting.keys() : [];
      if (oldest !== undefined) this.#counting.delete(oldest);
      this.#counting.set(key, { count, lastAt: now });
    } else if (this.#locked.size < this.#limit) this.#locked.set(key, { count, lastAt: now });
  }

  delete(key: string): void {
    this.#counting.delete(key);
    this.#locked.delete(key);
  }
}

function isRecent({ lastAt }: Failures, now: Instant): boolean {
  return lastAt + lockedMilliseconds > now;
}

/** The oldest stand first, so it ends at the first that still counts. */
function forgetOld(names: Map<string, Failures>, now: Instant): void {
  for (const [key, failures] of names) {
    if (isRecent(failures, now)) return;
    names.delete(key);
  }
}

/** 64 characters, however long the name is; a digest, so that no two names with one key can be found. */
function keyOf({ mount, cryptography }: MountContext, name: string): string {
  return cryptography.sha256(`${mount.uuid}/${name}`);
}
