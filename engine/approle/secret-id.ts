import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { timeText } from "../api/values/time.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import { collection, type Space, type StorageChange } from "../core/storage/storage.ts";
import type { Instant } from "../ports/clock.ts";
import { type Role, secretIdSpace } from "./role.ts";

/** Settings of a secret id, stored under its HMAC; the text of a secret id is never stored. */
export type SecretId = Readonly<{
  accessor: string;
  /** Number of logins left; 0 means unlimited. */
  uses: number;
  /** Lifetime at creation, in seconds; 0 means unlimited. */
  ttlSeconds: number;
  createdAt: Instant;
  updatedAt: Instant;
  expiresAt: Instant | null;
  /** Metadata of every token that the secret id issues. */
  metadata: Readonly<Record<string, string>>;
  /** Addresses from which logins are accepted. */
  boundCidrs: readonly string[];
  /** Addresses from which its tokens may be used; overrides the role's if not empty. */
  tokenBoundCidrs: readonly string[];
}>;

/** A secret id and the HMAC under which it is stored. */
export type StoredSecretId = Readonly<{ key: string; secretId: SecretId }>;

/** Storage prefix of secret ids; a folder for each role follows. */
export const secretIdPrefix = "secret-id/";

/** Storage prefix of the HMACs of secret ids by accessor; a folder for each role follows. */
export const accessorPrefix = "accessor/";

export const secretIdsOf = (role: string, space: Space) => collection<SecretId>(space, `${secretIdPrefix}${role}/`);
export const accessorsOf = (role: string, space: Space) => collection<string>(space, `${accessorPrefix}${role}/`);

type Store = Pick<MountContext, "storage" | "cryptography" | "clock">;

/** Returns the HMAC under which a role stores a secret id. */
export function keyOfSecretId(role: Role, text: string, { cryptography }: Pick<Store, "cryptography">): string {
  return cryptography.hmacHex(role.uuid, text);
}

/** Returns the secret id with this HMAC, or undefined if it is unknown or expired. */
export async function findSecretId(role: Role, key: string, { storage, clock }: Store): Promise<SecretId | undefined> {
  const secretId = await secretIdsOf(role.uuid, secretIdSpace(role)).read(storage, key);
  return secretId && !isExpired(secretId, clock.now()) ? secretId : undefined;
}

/** Returns the secret id with this accessor, or undefined if it is unknown or expired. */
export async function findByAccessor(role: Role, accessor: string, store: Store): Promise<StoredSecretId | undefined> {
  const key = await accessorsOf(role.uuid, secretIdSpace(role)).read(store.storage, accessor);
  const secretId = key === undefined ? undefined : await findSecretId(role, key, store);
  return key !== undefined && secretId ? { key, secretId } : undefined;
}

/** True if the secret id is expired at the time `now`. */
export function isExpired({ expiresAt }: SecretId, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Returns the storage changes that save a secret id. */
export function putSecretId(role: Role, { key, secretId }: StoredSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).put(key, secretId), accessorsOf(role.uuid, space).put(secretId.accessor, key)];
}

/** Returns the storage changes that remove a secret id. */
export function removeSecretId(role: Role, { key, secretId }: StoredSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).remove(key), accessorsOf(role.uuid, space).remove(secretId.accessor)];
}

/** Schema of a secret id in a lookup. */
export const secretIdData = z.object({
  cidr_list: z.array(z.string()),
  creation_time: z.string(),
  expiration_time: z.string(),
  last_updated_time: z.string(),
  metadata: z.record(z.string(), z.string()),
  secret_id_accessor: z.string(),
  secret_id_num_uses: z.int(),
  secret_id_ttl: z.int(),
  token_bound_cidrs: z.array(z.string()),
});

/** Returns a secret id as a lookup shows it, without its text, which only its creation returns. */
export function shownSecretId(secretId: SecretId): JsonObject {
  return {
    cidr_list: secretId.boundCidrs,
    creation_time: timeText(secretId.createdAt),
    expiration_time: secretId.expiresAt === null ? "0001-01-01T00:00:00Z" : timeText(secretId.expiresAt),
    last_updated_time: timeText(secretId.updatedAt),
    metadata: secretId.metadata,
    secret_id_accessor: secretId.accessor,
    secret_id_num_uses: secretId.uses,
    secret_id_ttl: secretId.ttlSeconds,
    token_bound_cidrs: secretId.tokenBoundCidrs,
  };
}
