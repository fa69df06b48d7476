import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { timeText } from "../api/time.ts";
import type { Instant } from "../ports/clock.ts";
import type { Ports } from "../ports/ports.ts";
import type { AgendaBook } from "./agenda.ts";
import { exclusive } from "./exclusive.ts";
import { leaseTime } from "./lease-times.ts";
import { type Lease, Leases } from "./leases.ts";
import { absolutePath, type OpenMount } from "./mount-table.ts";
import type { Agenda, GrantedLease, LeaseRequest } from "./mount-type.ts";
import { randomName } from "./naming.ts";
import type { Storage } from "./storage.ts";

/** A revocation that fails is tried again after 10 s, 20 s, 40 s, … and given up after six tries, as the reference does. */
const firstRetrySeconds = 10;
const tries = 6;

/** Finds a mount of any namespace. */
export type MountFinder = Readonly<{ byUuid(uuid: string): OpenMount | undefined }>;

/** From grant to end: what becomes of leases. */
export class LeaseLife {
  readonly #leases: Leases;
  readonly #ports: Ports;
  readonly #mounts: MountFinder;
  readonly #agenda: Agenda;
  readonly #exclusive = exclusive();

  constructor(options: { storage: Storage; ports: Ports; mounts: MountFinder; agenda: AgendaBook }) {
    this.#leases = new Leases({ storage: options.storage });
    this.#ports = options.ports;
    this.#mounts = options.mounts;
    this.#agenda = options.agenda.of("lease");
  }

  /** Arranges the end of every lease that is stored. */
  async resume(): Promise<void> {
    for (const id of await this.#leases.below("")) {
      const lease = await this.#leases.find(id);
      if (lease && !lease.irrevocable) this.#arrangeEnd(lease);
    }
  }

  async grant(open: OpenMount, tokenKey: string, request: LeaseRequest): Promise<GrantedLease> {
    const { mount, backstage } = open;
    const now = this.#ports.clock.now();
    const { defaultSeconds, maxSeconds } = backstage.leaseLimits();
    const { seconds, warnings } = leaseTime({
      ...request,
      defaultSeconds,
      longestSeconds: maxSeconds,
      issuedAt: now,
      now,
    });
    const lease: Lease = {
      id: `${absolutePath(open)}${request.path}/${randomName(this.#ports.entropy, 24)}`,
      mount: mount.uuid,
      tokenKey,
      issuedAt: now,
      lastRenewedAt: null,
      expiresAt: now + seconds * 1000,
      internal: request.internal,
      failures: 0,
      irrevocable: false,
    };
    await this.#leases.save(lease);
    this.#arrangeEnd(lease);
    return { id: lease.id, seconds, renewable: true, expiresAt: lease.expiresAt, warnings };
  }

  async forget(id: string): Promise<void> {
    const lease = await this.#leases.find(id);
    this.#agenda.cancel(id);
    if (lease) await this.#leases.remove(lease);
  }

  find(id: string): Promise<Lease | undefined> {
    return this.#leases.find(id);
  }

  below(prefix: string): Promise<readonly string[]> {
    return this.#leases.below(prefix);
  }

  async renew(id: string, incrementSeconds: number): Promise<GrantedLease> {
    return this.#exclusive(id, async () => {
      const lease = await this.#leases.find(id);
      const now = this.#ports.clock.now();
      if (!lease || lease.expiresAt <= now) throw new Problem("refused", "lease not found");
      const { type, backstage } = this.#mountOf(lease);
      if (!type.leases) throw new Problem("refused", "lease is not renewable");
      const terms = await renewing(() => type.leases?.terms(lease.internal, backstage));
      const { defaultSeconds, maxSeconds } = backstage.leaseLimits();
      const times = {
        ...terms,
        incrementSeconds,
        defaultSeconds,
        longestSeconds: maxSeconds,
        issuedAt: lease.issuedAt,
        now,
      };
      const { seconds, warnings } = leaseTime(times);
      const expiresAt = now + seconds * 1000;
      await renewing(() => type.leases?.extend(lease.internal, expiresAt, backstage));
      const renewed = { ...lease, expiresAt, lastRenewedAt: now };
      await this.#leases.save(renewed);
      this.#arrangeEnd(renewed);
      return { id, seconds, renewable: true, expiresAt, warnings };
    });
  }

  /** Ends a lease now. One that is not there is ended already. Throws a Problem when what it stands for could not be ended. */
  async revoke(id: string): Promise<void> {
    await this.#exclusive(id, async () => {
      const lease = await this.#leases.find(id);
      if (!lease) return;
      try {
        const { type, backstage } = this.#mountOf(lease);
        await type.leases?.revoke(lease.internal, backstage);
      } catch (cause) {
        await this.#postpone(lease, cause);
        const why = `failed to revoke entry: resp: (*logical.Response)(nil) err: ${messageOf(cause)}`;
        throw new Problem("refused", why, { cause });
      }
      this.#agenda.cancel(id);
      await this.#leases.remove(lease);
    });
  }

  async revokeOfToken(key: string): Promise<void> {
    for (const id of await this.#leases.ofToken(key)) {
      // A lease that resists is tried again by itself; the token ends all the same.
      await this.revoke(id).catch(() => undefined);
    }
  }

  #mountOf(lease: Lease): OpenMount {
    const open = this.#mounts.byUuid(lease.mount);
    if (!open) throw new Problem("failed", "the mount of this lease is not there");
    return open;
  }

  #arrangeEnd(lease: Lease): void {
    this.#agenda.arrange(lease.id, lease.expiresAt, () => this.revoke(lease.id).catch(() => undefined));
  }

  async #postpone(lease: Lease, cause: unknown): Promise<void> {
    const failures = lease.failures + 1;
    const irrevocable = failures >= tries;
    await this.#leases.save({ ...lease, failures, irrevocable });
    this.#ports.log.warn("a lease could not be revoked", {
      lease: lease.id,
      failures,
      irrevocable,
      reason: messageOf(cause),
    });
    if (irrevocable) this.#agenda.cancel(lease.id);
    else {
      const again = this.#ports.clock.now() + firstRetrySeconds * 1000 * 2 ** (failures - 1);
      this.#agenda.arrange(lease.id, again, () => this.revoke(lease.id).catch(() => undefined));
    }
  }
}

async function renewing<T>(deed: () => Promise<T> | undefined): Promise<T> {
  try {
    return (await deed()) as T;
  } catch (cause) {
    const why = `failed to renew entry: resp: (*logical.Response)(nil) err: ${messageOf(cause)}`;
    throw new Problem("refused", why, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What `sys/leases/lookup` tells of a lease. */
export function describeLease(lease: Lease, now: Instant): JsonObject {
  return {
    id: lease.id,
    issue_time: timeText(lease.issuedAt),
    expire_time: timeText(lease.expiresAt),
    last_renewal: lease.lastRenewedAt === null ? null : timeText(lease.lastRenewedAt),
    renewable: !lease.irrevocable,
    ttl: Math.max(0, Math.floor((lease.expiresAt - now) / 1000)),
  };
}
