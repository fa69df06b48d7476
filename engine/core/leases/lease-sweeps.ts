import { Problem, quoted } from "../../api/problem.ts";
import { reasonOf } from "../../api/reason.ts";
import type { Clock } from "../../ports/clock.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { pages } from "../storage/pages.ts";
import type { Lease, Leases } from "./leases.ts";

/** Leases that are changed at once; revoking asks another server, which must not be flooded. */
const atOnce = 32;

/** Ids that are counted between two breaths: nothing is done with them. */
const countedAtOnce = 4096;

/** What is done with each of them. */
type EachLease = Readonly<{
  find(id: string): Promise<Lease | undefined>;
  revoke(id: string, options: Readonly<{ force: boolean }>): Promise<void>;
  expire(id: string): Promise<void>;
  repair(id: string): Promise<boolean>;
}>;

/** Operations on many leases, page by page, so that a million of them block no other request. */
export class LeaseSweeps {
  readonly #life: EachLease;
  readonly #leases: Leases;
  readonly #clock: Clock;

  constructor({ life, leases, clock }: { life: EachLease; leases: Leases; clock: Clock }) {
    this.#life = life;
    this.#leases = leases;
    this.#clock = clock;
  }

  /** How many ids start with `prefix`, at most `most`. */
  async countBelow(prefix: string, most = Number.POSITIVE_INFINITY): Promise<number> {
    let count = 0;
    for await (const ids of this.#below(prefix, Math.min(most, countedAtOnce))) {
      count += ids.length;
      if (count >= most) return most;
    }
    return count;
  }

  /**
   * Revokes the leases whose ids start with `prefix`, or forgets those that resist, with `force`. Else it throws a Problem "refused"
   * for the first that resists, and what comes after stays.
   */
  async revokeBelow(prefix: string, { force = false } = {}): Promise<void> {
    let done = 0;
    for await (const ids of this.#below(prefix)) {
      const refusals = new Map<string, unknown>();
      await mapConcurrently(ids, { most: atOnce }, (id) =>
        this.#life.revoke(id, { force }).catch((problem: unknown) => void refusals.set(id, problem)),
      );
      const first = ids.findIndex((id) => refusals.has(id));
      const refused = ids[first];
      if (refused !== undefined) {
        const others = await this.countBelow(prefix);
        const gone = done + ids.length - refusals.size;
        throw resisted(refused, `${done + first + 1} / ${gone + others}`, refusals.get(refused));
      }
      done += ids.length;
    }
  }

  /** Ends the leases whose ids start with `prefix` at once; they are revoked soon. */
  async expireBelow(prefix: string): Promise<void> {
    for await (const ids of this.#below(prefix)) await this.#expire(ids);
  }

  /** Has the leases of a mount be over from now on: `prefix` is how their ids start, which those of another mount may do too. */
  async expireOfMount(uuid: string, prefix: string): Promise<void> {
    for await (const ids of this.#below(prefix)) {
      const leases = await Promise.all(ids.map((id) => this.#life.find(id)));
      await this.#expire(leases.flatMap((lease) => (lease?.mount === uuid ? lease.id : [])));
    }
  }

  /** Whether a lease of a mount is left. The ids of most begin with `prefix`; those that were given out before it moved do not. */
  async hasOfMount(uuid: string, prefix: string): Promise<boolean> {
    for (const start of [prefix, ""]) {
      for await (const ids of this.#below(start)) {
        const leases = await Promise.all(ids.map((id) => this.#life.find(id)));
        if (leases.some((lease) => lease?.mount === uuid)) return true;
      }
    }
    return false;
  }

  /** See {@link Leases.everything}. */
  everything(): ReturnType<Leases["everything"]> {
    return this.#leases.everything(this.#clock);
  }

  /** Ends the leases that an earlier process left unconfirmed: their secrets may exist, and no client has them. */
  async expireUnconfirmed(): Promise<void> {
    for await (const ids of pages((window) => this.#leases.leftUnconfirmed(window), this.#clock)) {
      const left = ids.filter((id) => !this.#leases.isUnconfirmed(id));
      await this.#expire(left);
      await mapConcurrently(left, { most: atOnce }, (id) => this.#leases.confirm(id));
    }
  }

  /** Has the leases of a token be over from now on. When this resolves, they end even if the cluster does not live on. */
  async expireOfToken(token: string): Promise<void> {
    for await (const ids of pages((window) => this.#leases.ofToken(token, window), this.#clock))
      await this.#expire(ids);
  }

  /**
   * Repairs inconsistent records: ends leases whose token is gone, writes the index of expiries and of tokens anew, and removes
   * what is said of leases that are gone.
   */
  async tidy(isToken: (start: string) => Promise<boolean>): Promise<Readonly<{ leases: number; repaired: number }>> {
    let leases = 0;
    let repaired = 0;
    for await (const ids of this.#below("")) {
      leases += ids.length;
      await mapConcurrently(ids, { most: atOnce }, async (id) => {
        const lease = await this.#life.find(id);
        if (!lease) return;
        const isOrphan = lease.token !== null && !(await isToken(lease.token));
        if (isOrphan) await this.#life.expire(id);
        if ((await this.#life.repair(id)) || isOrphan) repaired += 1;
      });
    }
    for await (const notes of pages((window) => this.#leases.tokenNotes(window), this.#clock)) {
      await mapConcurrently(notes, { most: atOnce }, async (note) => {
        if (await this.#leases.dropStale(note)) repaired += 1;
      });
    }
    return { leases, repaired };
  }

  #expire(ids: readonly string[]): Promise<void> {
    return mapConcurrently(ids, { most: atOnce }, (id) => this.#life.expire(id));
  }

  #below(prefix: string, size?: number) {
    return pages((window) => this.#leases.below(prefix, window), this.#clock, size);
  }
}

function resisted(id: string, place: string, cause: unknown): Problem {
  const reason = reasonOf(cause);
  return new Problem("refused", `failed to revoke ${quoted(id)} (${place}): ${reason}`, { cause });
}
