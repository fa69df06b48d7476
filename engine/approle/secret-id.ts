import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { timeText } from "../api/values/time.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import { collection, type Space, type StorageChange } from "../core/storage/storage.ts";
import type { Instant } from "../ports/clock.ts";
import { type Role, secretIdSpace } from "./role.ts";

/** Properties of a secret id. Stored under its HMAC; the secret id itself is not stored. */
export type SecretId = Readonly<{
  accessor: string;
  uses: number;
  /** Lifetime in seconds, counted from the creation; 0 means unlimited. */
  ttlSeconds: number;
  createdAt: Instant;
  updatedAt: Instant;
  expiresAt: Instant | null;
  metadata: Readonly<Record<string, string>>;
  /** CIDR blocks that restrict logins with this secret id, in addition to those of the role. */
  boundCidrs: readonly string[];
  /** CIDR blocks from which the secret id's tokens may be used. If empty, those of the role apply. */
  tokenBoundCidrs: readonly string[];
}>;

export type StoredSecretId = Readonly<{ key: string; secretId: SecretId }>;

export const secretIdPrefix = "secret-id/";

/** Prefix of the storage keys of accessors. The UUID of the role follows. The value is the HMAC of the secret id. */
export const accessorPrefix = "accessor/";

export const secretIdsOf = (role: string, space: Space) => collection<SecretId>(space, `${secretIdPrefix}${role}/`);
export const accessorsOf = (role: string, space: Space) => collection<string>(space, `${accessorPrefix}${role}/`);

type Store = Pick<MountContext, "storage" | "cryptography" | "clock">;

export function keyOfSecretId(role: Role, text: string, { cryptography }: Pick<Store, "cryptography">): string {
  return cryptography.hmacHex(role.uuid, text);
}

/** Returns the secret id stored under `key`, its HMAC. Returns undefined if it is unknown or expired. */
export async function findSecretId(role: Role, key: string, { storage, clock }: Store): Promise<SecretId | undefined> {
  const secretId = await secretIdsOf(role.uuid, secretIdSpace(role)).read(storage, key);
  return secretId && !isExpired(secretId, clock.now()) ? secretId : undefined;
}

export async function findByAccessor(role: Role, accessor: string, store: Store): Promise<StoredSecretId | undefined> {
  const key = await accessorsOf(role.uuid, secretIdSpace(role)).read(store.storage, accessor);
  const secretId = key === undefined ? undefined : await findSecretId(role, key, store);
  return key !== undefined && secretId ? { key, secretId } : undefined;
}

export function isExpired({ expiresAt }: SecretId, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export function putSecretId(role: Role, { key, secretId }: StoredSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).put(key, secretId), accessorsOf(role.uuid, space).put(secretId.accessor, key)];
}

export function removeSecretId(role: Role, { key, secretId }: StoredSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).remove(key), accessorsOf(role.uuid, space).remove(secretId.accessor)];
}

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
