import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { reasonOf } from "../../api/reason.ts";
import { timeText } from "../../api/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import { type KeyedMutex, keyedMutex } from "../concurrency/keyed-mutex.ts";
import type { GrantedLease, LeaseRequest } from "../mounts/mount-type.ts";
import { absolutePath, type OpenMount } from "../mounts/open-mount.ts";
import { randomName } from "../naming/random-names.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import { ExpiryLanes } from "../time/expiry-lanes.ts";
import type { ExpiryQueue } from "../time/expiry-queue.ts";
import { LeaseSweeps } from "./lease-sweeps.ts";
import { leaseTime, reportedSeconds } from "./lease-times.ts";
import { type Lease, Leases, leaseEnds, type Revocation, tokenStart } from "./leases.ts";

/** A revocation that fails is tried again after 10 s, 20 s, 40 s, … and given up after six tries, as the reference does. */
const firstRetrySeconds = 10;
const tries = 6;

/** Characters that are kept of the reason for which a revocation was given up: the reference's number. */
const reasonCharacters = 240;

/** Finds a mount of any namespace. */
export type MountLookup = Readonly<{
  byUuid(uuid: string): OpenMount | undefined;
  /** Finds also one that was taken away, as far as revoking its leases needs it. Left out, it is `byUuid`. */
  forRevoking?(uuid: string): OpenMount | undefined;
}>;

type LeaseServices = Readonly<{ storage: Storage; ports: Ports; mounts: MountLookup; removed?: () => void }>;

/** From grant to end: what becomes of a lease. */
export class LeaseLife {
  readonly #leases: Leases;
  readonly #ends: ExpiryLanes;
  readonly #ports: Ports;
  readonly #mounts: MountLookup;
  readonly #withLock: KeyedMutex;

  /** `removed` is called after each lease that was removed. */
  constructor({ storage, ports, mounts, removed }: LeaseServices) {
    const { clock, log } = ports;
    const due = (id: string, when: Instant, queue: ExpiryQueue) => this.#end(id, when, queue);
    this.#ends = new ExpiryLanes({ storage, ...leaseEnds, clock, log, due });
    const laneOf = ({ mount, internal }: Pick<Lease, "mount" | "internal">) =>
      laneIn(revokingMount(mounts, mount), internal);
    this.#leases = new Leases({ storage, ends: this.#ends, laneOf, ...(removed ? { removed } : {}) });
    this.#ports = ports;
    this.#mounts = mounts;
    this.#withLock = keyedMutex({ of: "lease", clock, log });
  }

  /** What is done with many at once. */
  get many(): LeaseSweeps {
    return new LeaseSweeps({ life: this, leases: this.#leases, clock: this.#ports.clock });
  }

  /** How many there are below a path, counted no further than `most`. */
  countBelow(prefix: string, most: number): Promise<number> {
    return this.many.countBelow(prefix, most);
  }

  /** The leases of a token that ends are over, and revoked soon: the token's end waits for no server. */
  revokeOfToken(key: string): Promise<void> {
    return this.many.expireOfToken(tokenStart(key));
  }

  /** What lies right below `prefix` among the ids: names as they are, and folders with their slash. */
  namesIn(prefix: string): Promise<readonly string[]> {
    return this.#leases.namesIn(prefix);
  }

  /** Ends from now on what is due, and what comes due. Leases whose secret an earlier process gave to no client are due at once. */
  async resume(): Promise<void> {
    await this.many.expireUnconfirmed();
    await this.#ends.resume();
  }

  stop(): void {
    this.#ends.stop();
  }

  /**
   * Stores a lease before its secret is created. The lease is unconfirmed until {@link confirm}: after a crash in between it is revoked
   * when the cluster is unsealed again. `lastsUntil` is when the caller's batch token ends: its leases do not outlive it.
   */
  async grant(
    open: OpenMount,
    tokenKey: string,
    { path, internal, lastsUntil = null, ...terms }: LeaseRequest & Readonly<{ lastsUntil?: Instant | null }>,
  ): Promise<GrantedLease> {
    const now = this.#ports.clock.now();
    const times = leaseTime({ ...terms, ...limitsOf(open), issuedAt: now, now });
    const { seconds, expiresAt } = until(lastsUntil, times.seconds, now);
    const id = `${absolutePath(open)}${path}/${randomName(this.#ports.entropy, 24)}`;
    await this.#leases.addUnconfirmed({
      id,
      mount: open.mount.uuid,
      token: tokenKey === "" ? null : tokenStart(tokenKey),
      issuedAt: now,
      lastRenewedAt: null,
      expiresAt,
      lastsUntil,
      internal,
      revocation: { state: "due", at: expiresAt, failures: 0 },
    });
    return { id, seconds, renewable: true, expiresAt, warnings: times.warnings };
  }

  /** Keeps a lease over a crash from now on. Awaited before its secret is returned to the client. */
  confirm(id: string): Promise<void> {
    return this.#leases.confirm(id);
  }

  /** Removes a lease whose secret was never made. */
  forget(id: string): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (lease) await this.#leases.remove(lease);
    });
  }

  find(id: string): Promise<Lease | undefined> {
    return this.#leases.find(id);
  }

  /** The leases whose ids start with `prefix` and whose revocation was given up. */
  async *irrevocable(prefix: string): AsyncGenerator<Lease> {
    for await (const ids of pages((window) => this.#leases.irrevocable(prefix, window), this.#ports.clock)) {
      for (const lease of await Promise.all(ids.map((id) => this.find(id)))) if (lease) yield lease;
    }
  }

  /** Gives a lease another while, by the terms that hold now. Throws a Problem "refused". */
  renew(id: string, incrementSeconds: number): Promise<GrantedLease> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      const now = this.#ports.clock.now();
      if (lease?.revocation.state === "given up") {
        throw new Problem("refused", "lease is expired and has failed previous revocation attempts");
      }
      if (!lease || lease.expiresAt <= now) throw new Problem("refused", "lease not found");
      const open = expectMount(this.#mounts.byUuid(lease.mount));
      const { type, context } = open;
      const terms = await failingAs("renew", async () => type.leases?.terms(lease.internal, context));
      if (!terms) throw new Problem("refused", "lease is not renewable");
      const times = leaseTime({ ...terms, incrementSeconds, ...limitsOf(open), issuedAt: lease.issuedAt, now });
      const { seconds, expiresAt } = until(lease.lastsUntil, times.seconds, now);
      await failingAs("renew", async () => type.leases?.extend(lease.internal, expiresAt, context));
      await this.#leases.replace(lease, {
        ...lease,
        expiresAt,
        lastRenewedAt: now,
        revocation: { ...lease.revocation, at: expiresAt },
      });
      const told = reportedSeconds({ seconds, expiresAt }, this.#ports.clock.now());
      return { id, seconds: told, renewable: true, expiresAt, warnings: times.warnings };
    });
  }

  /**
   * Ends a lease now. One that is not there is ended already. Throws a Problem "refused" when what it stands for could not be ended,
   * and leaves it as it was; with `force` it is forgotten all the same.
   */
  revoke(id: string, { force = false } = {}): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (!lease) return;
      try {
        await failingAs("revoke", () => this.#takeBack(lease));
      } catch (problem) {
        if (!force) throw problem;
        this.#ports.log.warn("a lease was forgotten by force", { lease: id, reason: reasonOf(problem) });
      }
      await this.#leases.remove(lease);
    });
  }

  /** Has a lease be over from now on, and revoked soon. What was given up stays so. */
  expire(id: string): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      const now = this.#ports.clock.now();
      if (lease?.revocation.state !== "due" || lease.revocation.at <= now) return;
      const revocation = { ...lease.revocation, at: now };
      await this.#leases.replace(lease, { ...lease, expiresAt: Math.min(lease.expiresAt, now), revocation });
    });
  }

  /** Writes the lease's index of expiry and token anew, should it be missing. Resolves to whether it was. */
  repair(id: string): Promise<boolean> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      return lease ? this.#leases.repair(lease) : false;
    });
  }

  /** Revokes a lease that is due. If that fails, it is tried again later, also by a cluster that starts anew. */
  #end(id: string, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (lease?.revocation.state !== "due" || lease.revocation.at !== when) {
        return this.#leases.unqueue(id, when, queue);
      }
      // An earlier release knew no lanes; and a lease whose mount was away when it was stored is in none.
      if (!this.#leases.isIn(queue, lease)) return this.#leases.requeue(lease, when, queue);
      try {
        await this.#takeBack(lease);
      } catch (cause) {
        return this.#postpone(lease, lease.revocation.failures + 1, reasonOf(cause));
      }
      await this.#leases.remove(lease);
    });
  }

  async #takeBack(lease: Lease): Promise<void> {
    const { type, context } = expectMount(revokingMount(this.#mounts, lease.mount));
    await type.leases?.revoke(lease.internal, context);
  }

  /** After its revocation has failed `failures` times, has a lease be tried again later, or gives it up. */
  async #postpone(lease: Lease, failures: number, reason: string): Promise<void> {
    const givenUp = failures >= tries;
    this.#ports.log.warn("a lease could not be revoked", { lease: lease.id, failures, irrevocable: givenUp, reason });
    const waitSeconds = firstRetrySeconds * 2 ** (failures - 1);
    const revocation: Revocation = givenUp
      ? { state: "given up", reason: `out of retries: ${reason}`.slice(0, reasonCharacters) }
      : { state: "due", at: this.#ports.clock.now() + waitSeconds * 1000, failures };
    await this.#leases.replace(lease, { ...lease, revocation });
  }
}

function revokingMount(mounts: MountLookup, uuid: string): OpenMount | undefined {
  return mounts.forRevoking ? mounts.forRevoking(uuid) : mounts.byUuid(uuid);
}

function expectMount(open: OpenMount | undefined): OpenMount {
  if (!open) throw new Problem("failed", "the mount of this lease is not there");
  return open;
}

/** Of a mount's uuid so much tells its lanes from those of others; should two mounts share one, nothing is wrong but the wait. */
const laneCharacters = 8;

/** Leases of one server of one mount are in one lane; those of no server, and of a mount that is not there, in none. */
function laneIn(open: OpenMount | undefined, internal: JsonObject): string {
  const server = open?.type.leases?.server?.(internal);
  if (open === undefined || server === undefined) return "";
  return `${open.mount.uuid.slice(0, laneCharacters)}.${encodeURIComponent(server.toWellFormed())}`;
}

/** The times that the mount rules. */
function limitsOf({ context }: OpenMount) {
  const { defaultSeconds, maxSeconds } = context.leaseLimits();
  return { defaultSeconds, longestSeconds: maxSeconds };
}

/** When `seconds` from now are over, but not after `last`: that is capped without a word, as the reference does. */
function until(last: Instant | null, seconds: number, now: Instant) {
  const expiresAt = Math.min(now + seconds * 1000, last ?? Number.POSITIVE_INFINITY);
  return { expiresAt, seconds: Math.max(0, Math.floor((expiresAt - now) / 1000)) };
}

/** Says what a mount refused in the words of the reference. */
async function failingAs<T>(action: "renew" | "revoke", run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const why = `failed to ${action} entry: resp: (*logical.Response)(nil) err: ${reasonOf(cause)}`;
    throw new Problem("refused", why, { cause });
  }
}

/** What `sys/leases/lookup` tells of a lease. */
export function describeLease(lease: Lease, now: Instant): JsonObject {
  return {
    id: lease.id,
    issue_time: timeText(lease.issuedAt),
    expire_time: timeText(lease.expiresAt),
    last_renewal: lease.lastRenewedAt === null ? null : timeText(lease.lastRenewedAt),
    renewable: lease.revocation.state === "due" && lease.lastsUntil === null && lease.expiresAt > now,
    ttl: Math.max(0, Math.floor((lease.expiresAt - now) / 1000)),
  };
}
