import type { JsonObject } from "../../../api/json.ts";
import { timeText } from "../../../api/values/time.ts";
import { collection } from "../../../core/storage/storage.ts";
import type { Instant } from "../../../ports/clock.ts";

/** Access list entry of an instance that logged in to this cluster (CLOUD-ACCESS-01, W4.4-08). */
export type AccessListEntry = Readonly<{
  /** Cloud account of the instance. A login of the same instance id from a different account is refused. */
  accountId: string;
  /** Name of the role of the first login. */
  role: string;
  /** Nonce that the next login must send, unless the instance migrated. If it is "", no further login is possible. */
  nonce: string;
  disallowReauthentication: boolean;
  /** Time of the last start of the instance, from the identity document of its last login. */
  pendingTime: string;
  createdAt: Instant;
  updatedAt: Instant;
  /**
   * When the safety buffer after this time has passed, tidying removes the entry. By then, all tokens of the login
   * except periodic ones have expired.
   */
  expiresAt: Instant;
}>;

/** Access list entries, by instance id. Each cluster has its own access list (OWN-CLUSTERS-04). */
export const accessList = collection<AccessListEntry>("local", "access-list/");

/** Number of characters at the end of an instance id that determine the name of its lock. */
const lockCharacters = 2;

/**
 * Returns the name of the lock for the access list entry of an instance. Instances whose ids have the same end share a
 * lock, which keeps the table of locks small. A tidy of a long list would otherwise make the table grow and delay all
 * requests, since V8 keeps every key of a `Map` until a full garbage collection.
 */
export function accessListLock(instanceId: string): string {
  return `identity-accesslist/${instanceId.slice(-lockCharacters)}`;
}

/** Returns the response data of an access list entry (W4.4-08). */
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
