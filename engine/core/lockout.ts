import { Problem } from "../api/problem.ts";
import type { Instant } from "../ports/clock.ts";
import type { Backstage } from "./mounts/mount-type.ts";

/** After so many failures a name is locked, for so long; failures are forgotten after that time too: the reference's numbers. */
const mostFailures = 5;
const lockedMilliseconds = 15 * 60 * 1000;

/** Names remembered at once; of more, the one that failed longest ago is let go. Attackers choose names, and memory is finite. */
const mostNames = 10_000;

type Failures = Readonly<{ count: number; lastAt: Instant }>;

/**
 * Logins that failed, on this cluster and since it started. Whoever guesses often at one name waits, whether or not somebody has
 * it: being locked tells nothing.
 */
export class Lockout {
  readonly #failures = new Map<string, Failures>();

  /** Throws a Problem "bad token" while `name` is locked. */
  check({ mount, clock }: Backstage, name: string): void {
    const failures = this.#recent(`${mount.uuid}/${name}`, clock.now());
    if (failures && failures.count >= mostFailures) throw new Problem("bad token", "permission denied");
  }

  failed({ mount, clock }: Backstage, name: string): void {
    const key = `${mount.uuid}/${name}`;
    const now = clock.now();
    const count = (this.#recent(key, now)?.count ?? 0) + 1;
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastAt: now });
    const [oldest] = this.#failures.size > mostNames ? this.#failures.keys() : [];
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded({ mount }: Backstage, name: string): void {
    this.#failures.delete(`${mount.uuid}/${name}`);
  }

  #recent(key: string, now: Instant): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && failures.lastAt + lockedMilliseconds > now ? failures : undefined;
  }
}
