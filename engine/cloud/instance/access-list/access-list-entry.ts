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
  /** Nonce that the next login must send, except after a permitted migration; "" if no further login is permitted. */
  nonce: string;
  disallowReauthentication: boolean;
  /** Time of the last start of the instance, from the identity document of its last login. */
  pendingTime: string;
  createdAt: Instant;
  updatedAt: Instant;
  /** Tidying may remove the entry when the safety buffer after this time has passed. */
  expiresAt: Instant;
}>;

export const accessList = collection<AccessListEntry>("local", "access-list/");

const lockCharacters = 2;

/**
 * Returns the name of the lock for the access list entry of an instance. Instances whose ids have the same end share a
 * lock, which keeps the table of locks small.
 */
export function accessListLock(instanceId: string): string {
  return `identity-accesslist/${instanceId.slice(-lockCharacters)}`;
}

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
