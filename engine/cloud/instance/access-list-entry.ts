import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/**
 * An access list entry: the stored state of an instance that logged in to this cluster
 * (CLOUD-ACCESS-01, W4.4-08).
 */
export type AccessListEntry = Readonly<{
  /** The account that the instance is in: one of another account is another instance, whatever its id. */
  accountId: string;
  /** The role of the first login. */
  role: string;
  /** What the next login has to say; "" when there can be none. */
  nonce: string;
  disallowReauthentication: boolean;
  /** When the instance was started last, as its identity document spelt it. */
  pendingTime: string;
  createdAt: Instant;
  updatedAt: Instant;
  /** When no token of the login is left that is not renewed for ever; from then on, tidying counts. */
  expiresAt: Instant;
}>;

/** Access list entries by instance id. Each cluster has its own list (OWN-CLUSTERS-04). */
export const accessList = collection<AccessListEntry>("local", "access-list/");

/** How many last characters of an instance's id name its lock. */
const lockCharacters = 2;

/**
 * What reads and writes the entry of an instance does so under this name, one at a time. Instances whose ids end alike share it: V8 keeps every text that a `Map`
 * was asked for until a full collection, and while a tidy goes through a long list, all would wait whenever their table has to grow.
 */
export function accessListLock(instanceId: string): string {
  return `identity-accesslist/${instanceId.slice(-lockCharacters)}`;
}

/** An entry as it is read (W4.4-08). */
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
