import { reasonOf } from "../../api/errors/reason.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { Clock } from "../../ports/clock.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { pages } from "../storage/pages.ts";
import type { Lease, Leases } from "./leases.ts";

/** Maximum number of leases that one sweep changes at once, so that revocations do not overload a database server. */
const maxConcurrent = 32;

const countPageSize = 4096;

type SingleLeaseOperations = Readonly<{
  find(id: string): Promise<Lease | undefined>;
  revoke(id: string, options: Readonly<{ force: boolean }>): Promise<void>;
  expire(id: string): Promise<void>;
  repair(id: string): Promise<boolean>;
}>;

/** Operations on many leases, page by page, so that other requests can run in between. */
export class LeaseSweeps {
  readonly #life: SingleLeaseOperations;
  readonly #leases: Leases;
  readonly #clock: Clock;

  constructor({ life, leases, clock }: { life: SingleLeaseOperations; leases: Leases; clock: Clock }) {
    this.#life = life;
    this.#leases = leases;
    this.#clock = clock;
  }

  async countBelow(prefix: string, most = Number.POSITIVE_INFINITY): Promise<number> {
    let count = 0;
    for await (const ids of this.#below(prefix, Math.min(most, countPageSize))) {
      count += ids.length;
      if (count >= most) return most;
    }
    return count;
  }

  /**
   * Revokes the leases whose ids start with `prefix`. Stops after the first page with a failure and throws a Problem
   * "refused" that names a failed lease. With `force`, removes leases even if their revocation fails.
   */
  async revokeBelow(prefix: string, { force = false } = {}): Promise<void> {
    let done = 0;
    for await (const ids of this.#below(prefix)) {
      const refusals = new Map<string, unknown>();
      await mapConcurrently(ids, { most: maxConcurrent }, (id) =>
        this.#life.revoke(id, { force }).catch((problem: unknown) => void refusals.set(id, problem)),
      );
      const first = ids.findIndex((id) => refusals.has(id));
      const refused = ids[first];
      if (refused !== undefined) {
        const others = await this.countBelow(prefix);
        const gone = done + ids.length - refusals.size;
        throw revocationFailed(refused, `${done + first + 1} / ${gone + others}`, refusals.get(refused));
      }
      done += ids.length;
    }
  }

  async expireBelow(prefix: string): Promise<void> {
    for await (const ids of this.#below(prefix)) await this.#expire(ids);
  }

  async expireOfMount(uuid: string, prefix: string): Promise<void> {
    for await (const ids of this.#below(prefix)) {
      const leases = await Promise.all(ids.map((id) => this.#life.find(id)));
      await this.#expire(leases.flatMap((lease) => (lease?.mount === uuid ? lease.id : [])));
    }
  }

  /** True if a mount has leases left. Their ids may begin with `prefix`, or with an earlier path of the mount. */
  async hasOfMount(uuid: string, prefix: string): Promise<boolean> {
    for (const start of [prefix, ""]) {
      for await (const ids of this.#below(start)) {
        const leases = await Promise.all(ids.map((id) => this.#life.find(id)));
        if (leases.some((lease) => lease?.mount === uuid)) return true;
      }
    }
    return false;
  }

  everything(): ReturnType<Leases["everything"]> {
    return this.#leases.everything(this.#clock);
  }

  /** Expires leases that earlier processes left unconfirmed: no client has their secrets. */
  async expireUnconfirmed(): Promise<void> {
    for await (const ids of pages((window) => this.#leases.leftUnconfirmed(window), this.#clock)) {
      const left = ids.filter((id) => !this.#leases.isUnconfirmed(id));
      await this.#expire(left);
      await mapConcurrently(left, { most: maxConcurrent }, (id) => this.#leases.confirm(id));
    }
  }

  /** Expires the leases of a token. When this resolves, their new expiry times are stored. */
  async expireOfToken(token: string): Promise<void> {
    for await (const ids of pages((window) => this.#leases.ofToken(token, window), this.#clock))
      await this.#expire(ids);
  }

  /**
   * Expires leases whose token is missing, restores missing index entries, and removes outdated token index entries.
   */
  async tidy(isToken: (start: string) => Promise<boolean>): Promise<Readonly<{ leases: number; repaired: number }>> {
    let leases = 0;
    let repaired = 0;
    for await (const ids of this.#below("")) {
      leases += ids.length;
      await mapConcurrently(ids, { most: maxConcurrent }, async (id) => {
        const lease = await this.#life.find(id);
        if (!lease) return;
        const isOrphan = lease.token !== null && !(await isToken(lease.token));
        if (isOrphan) await this.#life.expire(id);
        if ((await this.#life.repair(id)) || isOrphan) repaired += 1;
      });
    }
    for await (const entries of pages((window) => this.#leases.tokenEntries(window), this.#clock)) {
      await mapConcurrently(entries, { most: maxConcurrent }, async (entry) => {
        if (await this.#leases.dropStale(entry)) repaired += 1;
      });
    }
    return { leases, repaired };
  }

  #expire(ids: readonly string[]): Promise<void> {
    return mapConcurrently(ids, { most: maxConcurrent }, (id) => this.#life.expire(id));
  }

  #below(prefix: string, size?: number) {
    return pages((window) => this.#leases.below(prefix, window), this.#clock, size);
  }
}

function revocationFailed(id: string, position: string, cause: unknown): Problem {
  const reason = reasonOf(cause);
  return new Problem("refused", `failed to revoke ${quoted(id)} (${position}): ${reason}`, { cause });
}
