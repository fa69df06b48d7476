import type { JsonObject } from "../../api/json.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import { namesIn } from "../storage/folder.ts";
import { pages } from "../storage/pages.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { ExpiryLanes } from "../time/expiry-lanes.ts";
import type { ExpiryQueue } from "../time/expiry-queue.ts";
import { joinedCommits } from "./joined-commits.ts";

/** A lease: what was handed out, for which token, until when, and what its mount needs to revoke it. */
export type Lease = Readonly<{
  /** Path of the request as it is said at the root, and a random name, such as `team/database/creds/reporting/…`. */
  id: string;
  /** Uuid of the mount that knows how to revoke it. */
  mount: string;
  /** {@link tokenStart} of the token it goes with; it ends with it. Null when it belongs to none. */
  token: string | null;
  issuedAt: Instant;
  lastRenewedAt: Instant | null;
  expiresAt: Instant;
  /** Beyond it no renewal goes: the end of a batch token, of which nothing is stored. */
  lastsUntil: Instant | null;
  internal: JsonObject;
  revocation: Revocation;
}>;

/**
 * How a lease ends. `due`: it is revoked by itself at its end or, when that has failed so many times, later. `given up`: it has failed too
 * often for this reason; the lease is irrevocable, and an operator has to look.
 */
export type Revocation =
  | Readonly<{ state: "due"; at: Instant; failures: number }>
  | Readonly<{ state: "given up"; reason: string }>;

/** So much of a token's key tells it apart from all others: 95 bits. A million leases are smaller for it. */
const tokenStartCharacters = 16;

/** What a lease keeps of the key of its token. */
export function tokenStart(tokenKey: string): string {
  return tokenKey.slice(0, tokenStartCharacters);
}

/** A lease as it is stored under its id: with short names, and without what is usual, since there may be a million. */
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

/** Where leases are stored, by their ids. */
const leasesPrefix = "lease/";
const stored = collection<Stored>("local", leasesPrefix);

/** Where the ends of leases are stored: of those without a lane, and of the others below the name of each. */
export const leaseEnds = { prefix: "lease-end/", lanesPrefix: "lease-lane/" } as const;

/** The lane of a lease among what ends: told by its mount and what that keeps of it. */
type LaneOf = (lease: Pick<Lease, "mount" | "internal">) => string;

type LeasesOptions = Readonly<{
  storage: Storage;
  /** Is told when which lease ends, by its id. */
  ends: ExpiryLanes;
  laneOf: LaneOf;
  /** Called after each that was removed. */
  removed?: () => void;
}>;

/** The leases of one cluster. They never leave it. */
export class Leases {
  readonly #storage: Storage;
  readonly #ends: ExpiryLanes;
  readonly #laneOf: LaneOf;
  readonly #removed: () => void;
  /** Ids of the leases that this process added and has not confirmed: one for each request under way. */
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
    return found && unfolded(id, found);
  }

  add(lease: Lease): Promise<void> {
    return this.#storage.commit(this.#added(lease));
  }

  /** Adds a lease whose secret no client has yet: until {@link confirm}, a cluster that starts anew knows it as unconfirmed. */
  async addUnconfirmed(lease: Lease): Promise<void> {
    this.#unconfirmed.add(lease.id);
    try {
      await this.#storage.commit([...this.#added(lease), noted("put", unconfirmed(lease.id))]);
    } catch (error) {
      this.#unconfirmed.delete(lease.id);
      throw error;
    }
  }

  /** Notes that a client may have the secret of a lease from now on. */
  confirm(id: string): Promise<void> {
    this.#unconfirmed.delete(id);
    return this.#commitJoined([noted("remove", unconfirmed(id))]);
  }

  /** Ids of the leases that an earlier process left unconfirmed, in order: those after `after`, at most `limit`. */
  async leftUnconfirmed(window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", unconfirmed(""), window);
  }

  /** Whether this process works on the secret of a lease, and no client has it yet. */
  isUnconfirmed(id: string): boolean {
    return this.#unconfirmed.has(id);
  }

  /** Stores `lease` in place of `before`, the same lease as it was. */
  replace(before: Lease, lease: Lease): Promise<void> {
    const moved = isSameEnd(before.revocation, lease.revocation)
      ? []
      : [this.#end("remove", before), this.#end("put", lease)];
    return this.#storage.commit([stored.put(lease.id, folded(lease)), ...moved]);
  }

  /** Those that are removed in one breath are removed together. */
  async remove(lease: Lease): Promise<void> {
    const confirmation = this.#unconfirmed.delete(lease.id) ? [noted("remove", unconfirmed(lease.id))] : [];
    await this.#commitJoined([stored.remove(lease.id), ...this.#notes("remove", lease), ...confirmation]);
    this.#removed();
  }

  /** Removes what `queue` still knows of a lease that ends at another time or in another lane, or is gone. */
  unqueue(id: string, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#storage.commit([queue.remove(id, when)]);
  }

  /** Ids of the leases whose id starts with `prefix`, in order: those after `after`, at most `limit`. */
  async below(prefix: string, { after, limit }: { after: string; limit: number }): Promise<readonly string[]> {
    const rest = { after: after.slice(prefix.length), limit };
    return (await this.#storage.keys("local", leasesPrefix + prefix, rest)).map((name) => prefix + name);
  }

  /** What lies right below `prefix`: names as they are, and folders with their slash. */
  namesIn(prefix: string): Promise<readonly string[]> {
    return namesIn(this.#storage, "local", leasesPrefix + prefix);
  }

  /** Ids of the leases of a token, in order: those after `after`, at most `limit`. */
  ofToken(token: string, window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", ofToken(token, ""), window);
  }

  /** What is noted of tokens and their leases, in order: those after `after`, at most `limit`. */
  tokenNotes(window: { after: string; limit: number }): Promise<readonly string[]> {
    return this.#storage.keys("local", tokenNotes, window);
  }

  /** Removes one of {@link tokenNotes} when there is no such lease of that token. Tells whether it did. */
  async dropStale(tokenNote: string): Promise<boolean> {
    const slash = tokenNote.indexOf("/");
    const lease = await this.find(tokenNote.slice(slash + 1));
    if (lease?.token === tokenNote.slice(0, slash)) return false;
    await this.#storage.commit([noted("remove", tokenNotes + tokenNote)]);
    return true;
  }

  /** Notes what is missing of what is to be noted of a lease. Tells whether something was. */
  async repair(lease: Lease): Promise<boolean> {
    const wanted = this.#notes("put", lease);
    const found = await Promise.all(wanted.map(({ key }) => this.#storage.read("local", key)));
    const missing = wanted.filter((_, i) => found[i] === undefined);
    if (missing.length > 0) await this.#storage.commit(missing);
    return missing.length > 0;
  }

  /** Whether `lease` ends in the lane of `queue`. */
  isIn(queue: ExpiryQueue, lease: Lease): boolean {
    return this.#queueOf(lease).prefix === queue.prefix;
  }

  /** Has `lease` end in its own lane, and not in that of `queue`, where it stands at `when`. */
  requeue(lease: Lease, when: Instant, queue: ExpiryQueue): Promise<void> {
    return this.#storage.commit([queue.remove(lease.id, when), this.#end("put", lease)]);
  }

  #added(lease: Lease): readonly StorageChange[] {
    return [stored.put(lease.id, folded(lease)), ...this.#notes("put", lease)];
  }

  /** Puts or removes all that is noted of a lease beside it. */
  #notes(change: "put" | "remove", lease: Lease): readonly StorageChange[] {
    const end = this.#end(change, lease);
    return lease.token === null ? [end] : [end, noted(change, ofToken(lease.token, lease.id))];
  }

  /** Puts or removes what is noted of a lease's end: when it is due, or that its revocation was given up. */
  #end(change: "put" | "remove", lease: Lease): StorageChange {
    const { id, revocation } = lease;
    return revocation.state === "due" ? this.#queueOf(lease)[change](id, revocation.at) : noted(change, stuck(id));
  }

  #queueOf(lease: Lease): ExpiryQueue {
    return this.#ends.lane(this.#laneOf(lease));
  }

  /** All that is stored of leases as it is stored, but which token each goes with; and the mounts whose leases they are. */
  async everything(
    clock: Clock,
  ): Promise<Readonly<{ mounts: ReadonlySet<string>; entries: readonly StorageChange[] }>> {
    const mounts = new Set<string>();
    const entries: StorageChange[] = [];
    for (const prefix of [leasesPrefix, leaseEnds.prefix, leaseEnds.lanesPrefix, stuck(""), unconfirmed("")]) {
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

  /** Ids of the leases whose revocation was given up. */
  async irrevocable(prefix: string, { after, limit }: { after: string; limit: number }): Promise<readonly string[]> {
    const rest = { after: after.slice(prefix.length), limit };
    return (await this.#storage.keys("local", stuck(prefix), rest)).map((name) => prefix + name);
  }
}

/** Keys that record the token of a lease, that its revocation was given up, and that no client has its secret yet. They have no value. */
const tokenNotes = "lease-of/";
const ofToken = (token: string, id: string) => `${tokenNotes}${token}/${id}`;
const stuck = (id: string) => `stuck-lease/${id}`;
const unconfirmed = (id: string) => `unconfirmed-lease/${id}`;

function noted(change: "put" | "remove", key: string): StorageChange {
  return { space: "local", key, value: change === "put" ? "" : null };
}

function isSameEnd(one: Revocation, other: Revocation): boolean {
  return one.state === "due" && other.state === "due" ? one.at === other.at : one.state === other.state;
}

function folded(lease: Lease): Stored {
  return {
    mount: lease.mount,
    ...(lease.token === null ? {} : { token: lease.token }),
    from: lease.issuedAt,
    ...(lease.lastRenewedAt === null ? {} : { renewed: lease.lastRenewedAt }),
    to: lease.expiresAt,
    ...(lease.lastsUntil === null ? {} : { last: lease.lastsUntil }),
    keep: lease.internal,
    ...foldedRevocation(lease),
  };
}

function foldedRevocation({ revocation, expiresAt }: Lease): Pick<Stored, "failures" | "due" | "stuck"> {
  if (revocation.state === "given up") return { stuck: revocation.reason };
  const { at, failures } = revocation;
  return { ...(failures === 0 ? {} : { failures }), ...(at === expiresAt ? {} : { due: at }) };
}

function unfolded(id: string, found: Stored): Lease {
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
        : { state: "given up", reason: found.stuck },
  };
}
