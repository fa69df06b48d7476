import type { JsonObject } from "../../../api/json.ts";
import { timeText } from "../../../api/values/time.ts";
import { collection } from "../../../core/storage/storage.ts";
import type { Instant } from "../../../ports/clock.ts";

/**
 * An access list entry: the stored state of an instance that logged in to this cluster
 * (CLOUD-ACCESS-01, W4.4-08).
 */
export type AccessListEntry = Readonly<{
  /** Account of the instance. The same instance id in another account is another instance. */
  accountId: string;
  /** Role of the first login. */
  role: string;
  /** Nonce that the next login must send; "" if no further login is possible. */
  nonce: string;
  disallowReauthentication: boolean;
  /** Last start of the instance, as in its identity document. */
  pendingTime: string;
  createdAt: Instant;
  updatedAt: Instant;
  /**
   * Earliest time at which tidying may delete the entry. By then all tokens of the login have
   * expired, except periodic ones.
   */
  expiresAt: Instant;
}>;

/** Access list entries by instance id. Each cluster has its own list (OWN-CLUSTERS-04). */
export const accessList = collection<AccessListEntry>("local", "access-list/");

/** Number of final characters of an instance id that select its lock. */
const lockCharacters = 2;

/**
 * Returns the name of the lock for the entry of an instance. Instances whose ids end alike share a
 * lock: V8 keeps every key of a `Map` until a full garbage collection, so a tidy of a long list
 * would otherwise grow the table of locks and delay all requests.
 */
export function accessListLock(instanceId: string): string {
  return `identity-accesslist/${instanceId.slice(-lockCharacters)}`;
}

/** Formats an access list entry for a response (W4.4-08). */
export function shownAccessListEntry(entry: AccessListEntry): JsonObject {
  return {
    role: entry.role,
    client_nonce: entry.nonce,
    disallow_reauthentication: entry.disallowReauthentication,
    pending_time: entry.pendingTime,
    creation_time: timeText(entry.createdAt),
    last_updated_time: timeText(entry.updatedAt),
    expiration_time: timeText(entry.expiresAt),
  };
}
