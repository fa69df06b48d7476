import { reasonOf } from "../../api/errors/reason.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { timeText } from "../../api/values/time.ts";
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

/**
 * Delay before the first retry of a failed revocation, in seconds; it doubles for each further retry, as in the
 * reference. After {@link maxAttempts} failed attempts, a lease is irrevocable.
 */
const firstRetrySeconds = 10;
const maxAttempts = 6;

const reasonCharacters = 240;

export type MountLookup = Readonly<{
  byUuid(uuid: string): OpenMount | undefined;
  /** Like `byUuid`, but also finds removed mounts that may have leases left. Default: `byUuid`. */
  forRevoking?(uuid: string): OpenMount | undefined;
  /** True while the namespace with this id is being removed. Default: false. */
  isEnding?(namespace: string): boolean;
}>;

type LeaseServices = Readonly<{ storage: Storage; ports: Ports; mounts: MountLookup }>;

export class LeaseLife {
  readonly #leases: Leases;
  readonly #ends: ExpiryLanes;
  readonly #ports: Ports;
  readonly #mounts: MountLookup;
  readonly #withLock: KeyedMutex;
  #afterRemoval: () => void = () => {};

  constructor({ storage, ports, mounts }: LeaseServices) {
    const { clock, log } = ports;
    const due = (id: string, when: Instant, queue: ExpiryQueue) => this.#end(id, when, queue);
    this.#ends = new ExpiryLanes({ storage, ...leaseEnds, clock, log, due });
    const laneOf = ({ mount, internal }: Pick<Lease, "mount" | "internal">) =>
      laneIn(revokingMount(mounts, mount), internal);
    this.#leases = new Leases({ storage, ends: this.#ends, laneOf, removed: () => this.#afterRemoval() });
    this.#ports = ports;
    this.#mounts = mounts;
    this.#withLock = keyedMutex({ of: "lease", clock, log });
  }

  get many(): LeaseSweeps {
    return new LeaseSweeps({ life: this, leases: this.#leases, clock: this.#ports.clock });
  }

  onRemoval(listener: () => void): void {
    this.#afterRemoval = listener;
  }

  countBelow(prefix: string, most: number): Promise<number> {
    return this.many.countBelow(prefix, most);
  }

  revokeOfToken(key: string): Promise<void> {
    return this.many.expireOfToken(tokenStart(key));
  }

  namesIn(prefix: string): Promise<readonly string[]> {
    return this.#leases.namesIn(prefix);
  }

  /** Starts to revoke due leases, including the unconfirmed leases of earlier processes. */
  async resume(): Promise<void> {
    await this.many.expireUnconfirmed();
    await this.#ends.resume();
  }

  stop(): void {
    this.#ends.stop();
  }

  /**
   * Stores a lease before its secret is created. The lease is unconfirmed until {@link confirm}: after a crash in
   * between, it is revoked when the cluster is unsealed again. It expires at `lastsUntil` at the latest. Throws a
   * Problem "no handler" if the mount no longer serves requests at its path.
   */
  async grant(
    open: OpenMount,
    tokenKey: string,
    { path, internal, lastsUntil = null, ...terms }: LeaseRequest & Readonly<{ lastsUntil?: Instant | null }>,
  ): Promise<GrantedLease> {
    const now = this.#ports.clock.now();
    const times = leaseTime({ ...terms, ...limitsOf(open), issuedAt: now, now });
    const { seconds, expiresAt } = limitedExpiry(lastsUntil, times.seconds, now);
    // A move changes the path of an open mount.
    const place = absolutePath(open);
    const id = `${place}${path}/${randomName(this.#ports.entropy, 24)}`;
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
    if (!isServing(this.#mounts, open, place)) {
      // The caller may hold a lock for which the holder of the lock of this lease waits.
      this.forget(id).catch((error: unknown) =>
        this.#ports.log.warn("a lease could not be forgotten yet", { lease: id, reason: reasonOf(error) }),
      );
      throw new Problem("no handler", `no handler for route ${quoted(place + path)}. route entry not found.`);
    }
    return { id, seconds, renewable: true, expiresAt, warnings: times.warnings };
  }

  confirm(id: string): Promise<void> {
    return this.#leases.confirm(id);
  }

  forget(id: string): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (lease) await this.#leases.remove(lease);
    });
  }

  find(id: string): Promise<Lease | undefined> {
    return this.#leases.find(id);
  }

  async *irrevocable(prefix: string): AsyncGenerator<Lease> {
    for await (const ids of pages((window) => this.#leases.irrevocable(prefix, window), this.#ports.clock)) {
      for (const lease of await Promise.all(ids.map((id) => this.find(id)))) if (lease) yield lease;
    }
  }

  /** Renews a lease under the current terms of its role. Throws a Problem if the lease cannot be renewed. */
  renew(id: string, incrementSeconds: number): Promise<GrantedLease> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      const now = this.#ports.clock.now();
      if (lease?.revocation.state === "irrevocable") {
        throw new Problem("refused", "lease is expired and has failed previous revocation attempts");
      }
      if (!lease || lease.expiresAt <= now) throw new Problem("refused", "lease not found");
      const open = expectMount(this.#mounts.byUuid(lease.mount));
      const { type, context } = open;
      const terms = await withReferenceError("renew", async () => type.leases?.terms(lease.internal, context));
      if (!terms) throw new Problem("refused", "lease is not renewable");
      const times = leaseTime({ ...terms, incrementSeconds, ...limitsOf(open), issuedAt: lease.issuedAt, now });
      const { seconds, expiresAt } = limitedExpiry(lease.lastsUntil, times.seconds, now);
      await withReferenceError("renew", async () => type.leases?.extend(lease.internal, expiresAt, context));
      await this.#leases.replace(lease, {
        ...lease,
        expiresAt,
        lastRenewedAt: now,
        revocation: { ...lease.revocation, at: expiresAt },
      });
      const reported = reportedSeconds({ seconds, expiresAt }, this.#ports.clock.now());
      return { id, seconds: reported, renewable: true, expiresAt, warnings: times.warnings };
    });
  }

  /**
   * Revokes and removes a lease, if it exists. If the mount fails to revoke the secret, throws a Problem "refused" and
   * keeps the lease; with `force`, removes the lease nevertheless.
   */
  revoke(id: string, { force = false } = {}): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (!lease) return;
      try {
        await withReferenceError("revoke", () => this.#revokeAtMount(lease));
      } catch (problem) {
        if (!force) throw problem;
        this.#ports.log.warn("a lease was forgotten by force", { lease: id, reason: reasonOf(problem) });
      }
      await this.#leases.remove(lease);
    });
  }

  /** Expires a lease now; it is revoked in the background. Irrevocable leases do not change. */
  expire(id: string): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      const now = this.#ports.clock.now();
      if (lease?.revocation.state !== "due" || lease.revocation.at <= now) return;
      const revocation = { ...lease.revocation, at: now };
      await this.#leases.replace(lease, { ...lease, expiresAt: Math.min(lease.expiresAt, now), revocation });
    });
  }

  repair(id: string): Promise<boolean> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      return lease ? this.#leases.repair(lease) : false;
    });
  }

  #end(id: string, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#withLock(id, async () => {
      const lease = await this.#leases.find(id);
      if (lease?.revocation.state !== "due" || lease.revocation.at !== when) {
        return this.#leases.unqueue(id, when, queue);
      }
      // Leases that were stored while their mount was missing are in no lane.
      if (!this.#leases.isIn(queue, lease)) return this.#leases.requeue(lease, when, queue);
      try {
        await this.#revokeAtMount(lease);
      } catch (cause) {
        return this.#postpone(lease, lease.revocation.failures + 1, reasonOf(cause));
      }
      await this.#leases.remove(lease);
    });
  }

  async #revokeAtMount(lease: Lease): Promise<void> {
    const { type, context } = expectMount(revokingMount(this.#mounts, lease.mount));
    await type.leases?.revoke(lease.internal, context);
  }

  async #postpone(lease: Lease, failures: number, reason: string): Promise<void> {
    const irrevocable = failures >= maxAttempts;
    this.#ports.log.warn("a lease could not be revoked", {
      lease: lease.id,
      failures,
      irrevocable,
      reason,
    });
    const waitSeconds = firstRetrySeconds * 2 ** (failures - 1);
    const revocation: Revocation = irrevocable
      ? { state: "irrevocable", reason: `out of retries: ${reason}`.slice(0, reasonCharacters) }
      : { state: "due", at: this.#ports.clock.now() + waitSeconds * 1000, failures };
    await this.#leases.replace(lease, { ...lease, revocation });
  }
}

function revokingMount(mounts: MountLookup, uuid: string): OpenMount | undefined {
  return mounts.forRevoking ? mounts.forRevoking(uuid) : mounts.byUuid(uuid);
}

function isServing(mounts: MountLookup, { mount, namespace }: OpenMount, place: string): boolean {
  const now = mounts.byUuid(mount.uuid);
  if (!now || now.mount.ending || mounts.isEnding?.(namespace.id)) return false;
  return absolutePath(now) === place;
}

function expectMount(open: OpenMount | undefined): OpenMount {
  if (!open) throw new Problem("failed", "the mount of this lease is not there");
  return open;
}

const laneCharacters = 8;

function laneIn(open: OpenMount | undefined, internal: JsonObject): string {
  const server = open?.type.leases?.server?.(internal);
  if (open === undefined || server === undefined) return "";
  return `${open.mount.uuid.slice(0, laneCharacters)}.${encodeURIComponent(server.toWellFormed())}`;
}

function limitsOf({ context }: OpenMount) {
  const { defaultSeconds, maxSeconds } = context.leaseLimits();
  return { defaultSeconds, longestSeconds: maxSeconds };
}

function limitedExpiry(last: Instant | null, seconds: number, now: Instant) {
  const expiresAt = Math.min(now + seconds * 1000, last ?? Number.POSITIVE_INFINITY);
  return { expiresAt, seconds: Math.max(0, Math.floor((expiresAt - now) / 1000)) };
}

async function withReferenceError<T>(action: "renew" | "revoke", run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    const why = `failed to ${action} entry: resp: (*logical.Response)(nil) err: ${reasonOf(cause)}`;
    throw new Problem("refused", why, { cause });
  }
}

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
