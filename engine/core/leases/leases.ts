import type { JsonObject } from "../../api/json.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import { namesIn } from "../storage/folder.ts";
import { pages } from "../storage/pages.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { ExpiryLanes } from "../time/expiry-lanes.ts";
import type { ExpiryQueue } from "../time/expiry-queue.ts";
import { joinedCommits } from "./joined-commits.ts";

export type Lease = Readonly<{
  /** Path of the request and a random name, such as `team/database/creds/reporting/…`. */
  id: string;
  mount: string;
  /** {@link tokenStart} of the token whose end also ends the lease; null if there is no such token. */
  token: string | null;
  issuedAt: Instant;
  lastRenewedAt: Instant | null;
  expiresAt: Instant;
  /** Expiry of the batch token that limits the lease; null for other leases. */
  lastsUntil: Instant | null;
  internal: JsonObject;
  revocation: Revocation;
}>;

/**
 * Revocation state of a lease. `due`: it is revoked automatically at `at`; `failures` is the number
 * of attempts that have failed so far. `irrevocable`: too many attempts failed; `reason` contains
 * the error of the last one.
 */
export type Revocation =
  | Readonly<{ state: "due"; at: Instant; failures: number }>
  | Readonly<{ state: "irrevocable"; reason: string }>;

const tokenStartCharacters = 16;

export function tokenStart(tokenKey: string): string {
  return tokenKey.slice(0, tokenStartCharacters);
}

type Stored = Readonly<{
  mount: string;
  token?: string;
  from: Instant;
  renewed?: Instant;
  to: Instant;
  last?: Instant;
  keep: JsonObject;
  failures?: number;
  due?: Instant;
  stuck?: string;
}>;

const leasesPrefix = "lease/";
const stored = collection<Stored>("local", leasesPrefix);

/** Prefixes of the keys of expiry entries of leases: of entries without a lane, and of entries in lanes. */
export const leaseEnds = { prefix: "lease-end/", lanesPrefix: "lease-lane/" } as const;

type LaneOf = (lease: Pick<Lease, "mount" | "internal">) => string;

type LeasesOptions = Readonly<{
  storage: Storage;
  ends: ExpiryLanes;
  laneOf: LaneOf;
  removed?: () => void;
}>;

export class Leases {
  readonly #storage: Storage;
  readonly #ends: ExpiryLanes;
  readonly #laneOf: LaneOf;
  readonly #removed: () => void;
  readonly #unconfirmed = new Set<string>();
  readonly #commitJoined: (changes: readonly StorageChange[]) => Promise<void>;

  constructor({ storage, ends, laneOf, removed = () => {} }: LeasesOptions) {
    this.#storage = storage;
    this.#commitJoined = joinedCommits(storage);
    this.#ends = ends;
    this.#laneOf = laneOf;
    this.#removed = removed;
  }

  async find(id: string): Promise<Lease | undefined> {
    const found = await stored.readUncached(this.#storage, id);
    return found && fromStored(id, found);
  }

  add(lease: Lease): Promise<void> {
    return this.#storage.commit(this.#added(lease));
  }

  async addUnconfirmed(lease: Lease): Promise<void> {
    this.#unconfirmed.add(lease.id);
    try {
      await this.#storage.commit([...this.#added(lease), indexChange("put", unconfirmedKey(lease.id))]);
    } catch (error) {
      this.#unconfirmed.delete(lease.id);
      throw error;
    }
  }

  confirm(id: string): Promise<void> {
    this.#unconfirmed.delete(id);
    return this.#commitJoined([indexChange("remove", unconfirmedKey(id))]);
  }

  async leftUnconfirmed(window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", unconfirmedKey(""), window);
  }

  isUnconfirmed(id: string): boolean {
    return this.#unconfirmed.has(id);
  }

  replace(before: Lease, lease: Lease): Promise<void> {
    const moved = isSameEnd(before.revocation, lease.revocation)
      ? []
      : [this.#end("remove", before), this.#end("put", lease)];
    return this.#storage.commit([stored.put(lease.id, toStored(lease)), ...moved]);
  }

  async remove(lease: Lease): Promise<void> {
    const confirmation = this.#unconfirmed.delete(lease.id) ? [indexChange("remove", unconfirmedKey(lease.id))] : [];
    await this.#commitJoined([stored.remove(lease.id), ...this.#indexEntries("remove", lease), ...confirmation]);
    this.#removed();
  }

  unqueue(id: string, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#storage.commit([queue.remove(id, when)]);
  }

  async below(prefix: string, { after, limit }: { after: string; limit: number }): Promise<readonly string[]> {
    const rest = { after: after.slice(prefix.length), limit };
    return (await this.#storage.keys("local", leasesPrefix + prefix, rest)).map((name) => prefix + name);
  }

  namesIn(prefix: string): Promise<readonly string[]> {
    return namesIn(this.#storage, "local", leasesPrefix + prefix);
  }

  ofToken(token: string, window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", tokenIndexKey(token, ""), window);
  }

  tokenEntries(window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", tokenEntries, window);
  }

  /**
   * Removes an entry of the token index if its lease does not exist or does not belong to its
   * token. Resolves to true if the entry was removed.
   */
  async dropStale(entry: string): Promise<boolean> {
    const slash = entry.indexOf("/");
    const lease = await this.find(entry.slice(slash + 1));
    if (lease?.token === entry.slice(0, slash)) return false;
    await this.#storage.commit([indexChange("remove", tokenEntries + entry)]);
    return true;
  }

  async repair(lease: Lease): Promise<boolean> {
    const wanted = this.#indexEntries("put", lease);
    const found = await Promise.all(wanted.map(({ key }) => this.#storage.read("local", key)));
    const missing = wanted.filter((_, i) => found[i] === undefined);
    if (missing.length > 0) await this.#storage.commit(missing);
    return missing.length > 0;
  }

  isIn(queue: ExpiryQueue, lease: Lease): boolean {
    return this.#queueOf(lease).prefix === queue.prefix;
  }

  requeue(lease: Lease, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#storage.commit([queue.remove(lease.id, when), this.#end("put", lease)]);
  }

  #added(lease: Lease): readonly StorageChange[] {
    return [stored.put(lease.id, toStored(lease)), ...this.#indexEntries("put", lease)];
  }

  #indexEntries(change: "put" | "remove", lease: Lease): readonly StorageChange[] {
    const end = this.#end(change, lease);
    return lease.token === null ? [end] : [end, indexChange(change, tokenIndexKey(lease.token, lease.id))];
  }

  #end(change: "put" | "remove", lease: Lease): StorageChange {
    const { id, revocation } = lease;
    return revocation.state === "due"
      ? this.#queueOf(lease)[change](id, revocation.at)
      : indexChange(change, irrevocableKey(id));
  }

  #queueOf(lease: Lease): ExpiryQueue {
    return this.#ends.lane(this.#laneOf(lease));
  }

  /**
   * Returns the uuids of the mounts that have leases, and all stored entries of leases except the
   * token index.
   */
  async everything(
    clock: Clock,
  ): Promise<Readonly<{ mounts: ReadonlySet<string>; entries: readonly StorageChange[] }>> {
    const mounts = new Set<string>();
    const entries: StorageChange[] = [];
    for (const prefix of [
      leasesPrefix,
      leaseEnds.prefix,
      leaseEnds.lanesPrefix,
      irrevocableKey(""),
      unconfirmedKey(""),
    ]) {
      for await (const names of pages((window) => this.#storage.keys("local", prefix, window), clock)) {
        for (const name of names) {
          const value = await this.#storage.read("local", prefix + name);
          if (value === undefined) continue;
          entries.push({ space: "local", key: prefix + name, value });
          if (prefix === leasesPrefix) mounts.add((JSON.parse(value) as Stored).mount);
        }
      }
    }
    return { mounts, entries };
  }

  async irrevocable(prefix: string, { after, limit }: { after: string; limit: number }): Promise<readonly string[]> {
    const rest = { after: after.slice(prefix.length), limit };
    return (await this.#storage.keys("local", irrevocableKey(prefix), rest)).map((name) => prefix + name);
  }
}

const tokenEntries = "lease-of/";
const tokenIndexKey = (token: string, id: string) => `${tokenEntries}${token}/${id}`;
const irrevocableKey = (id: string) => `stuck-lease/${id}`;
const unconfirmedKey = (id: string) => `unconfirmed-lease/${id}`;

function indexChange(change: "put" | "remove", key: string): StorageChange {
  return { space: "local", key, value: change === "put" ? "" : null };
}

function isSameEnd(one: Revocation, other: Revocation): boolean {
  return one.state === "due" && other.state === "due" ? one.at === other.at : one.state === other.state;
}

function toStored(lease: Lease): Stored {
  return {
    mount: lease.mount,
    ...(lease.token === null ? {} : { token: lease.token }),
    from: lease.issuedAt,
    ...(lease.lastRenewedAt === null ? {} : { renewed: lease.lastRenewedAt }),
    to: lease.expiresAt,
    ...(lease.lastsUntil === null ? {} : { last: lease.lastsUntil }),
    keep: lease.internal,
    ...storedRevocation(lease),
  };
}

function storedRevocation({ revocation, expiresAt }: Lease): Pick<Stored, "failures" | "due" | "stuck"> {
  if (revocation.state === "irrevocable") return { stuck: revocation.reason };
  const { at, failures } = revocation;
  return { ...(failures === 0 ? {} : { failures }), ...(at === expiresAt ? {} : { due: at }) };
}

function fromStored(id: string, found: Stored): Lease {
  return {
    id,
    mount: found.mount,
    token: found.token ?? null,
    issuedAt: found.from,
    lastRenewedAt: found.renewed ?? null,
    expiresAt: found.to,
    lastsUntil: found.last ?? null,
    internal: found.keep,
    revocation:
      found.stuck === undefined
        ? { state: "due", at: found.due ?? found.to, failures: found.failures ?? 0 }
        : { state: "irrevocable", reason: found.stuck },
  };
}
