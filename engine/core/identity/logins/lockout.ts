import { Problem } from "../../../api/problem.ts";
import type { Instant } from "../../../ports/clock.ts";
import type { MountContext } from "../../mounts/mount-type.ts";

/**
 * Number of failed logins after which a name is locked, as in the reference. After a pause of {@link
 * lockedMilliseconds}, the count starts again.
 */
const maxFailures = 5;
const lockedMilliseconds = 15 * 60 * 1000;

/**
 * Maximum number of unknown names whose failures are counted, and of unknown names that are locked. Unauthenticated
 * clients choose these names, so the limit bounds the memory.
 */
const maxUnknownNames = 10_000;

/** Names of existing users are not limited in number, since operators create users. */
const maxKnownNames = Number.POSITIVE_INFINITY;

type Failures = Readonly<{ count: number; lastAt: Instant }>;

/**
 * Recent failed logins at the mounts of an auth method, on this cluster. Names that no user has are locked too, up to a
 * limit, so that a lock does not reveal which users exist. They are counted separately, so that invented names do not
 * evict the names of users.
 */
export class Lockout {
  readonly #known = new FailedNames(maxKnownNames);
  readonly #unknown = new FailedNames(maxUnknownNames);

  check(context: MountContext, name: string): void {
    const key = keyOf(context, name);
    const now = context.clock.now();
    if (this.#known.isLocked(key, now) || this.#unknown.isLocked(key, now)) {
      throw new Problem("bad token", "permission denied");
    }
  }

  failed(context: MountContext, name: string, { isKnown }: { isKnown: boolean }): void {
    (isKnown ? this.#known : this.#unknown).add(keyOf(context, name), context.clock.now());
  }

  succeeded(context: MountContext, name: string): void {
    const key = keyOf(context, name);
    this.#known.delete(key);
    this.#unknown.delete(key);
  }
}

class FailedNames {
  readonly #limit: number;
  readonly #counting = new Map<string, Failures>();
  readonly #locked = new Map<string, Failures>();

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

function forgetOld(names: Map<string, Failures>, now: Instant): void {
  for (const [key, failures] of names) {
    if (isRecent(failures, now)) return;
    names.delete(key);
  }
}

function keyOf({ mount, cryptography }: MountContext, name: string): string {
  return cryptography.sha256(`${mount.uuid}/${name}`);
}
