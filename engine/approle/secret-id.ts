import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { timeText } from "../api/time.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import { collection, type Space, type StorageChange } from "../core/storage/storage.ts";
import type { Instant } from "../ports/clock.ts";
import { type Role, secretIdSpace } from "./role.ts";

/** The secret half of a login as it is kept: under its HMAC, the text itself is nowhere. */
export type SecretId = Readonly<{
  accessor: string;
  /** Logins left; 0 means without limit. */
  uses: number;
  /** Seconds it was made for; 0 means for ever. */
  ttlSeconds: number;
  createdAt: Instant;
  updatedAt: Instant;
  expiresAt: Instant | null;
  /** Told with every token that it gets. */
  metadata: Readonly<Record<string, string>>;
  /** Where logins with it may come from. */
  boundCidrs: readonly string[];
  /** Where tokens that it gets may be used from, in place of what the role says. */
  tokenBoundCidrs: readonly string[];
}>;

/** A secret id and the HMAC that it lies under. */
export type KeptSecretId = Readonly<{ key: string; secretId: SecretId }>;

/** Where secret ids lie: a folder for each role. */
export const secretIdPrefix = "secret-id/";

/** Where the HMACs of secret ids lie by their accessors, a folder for each role too. */
export const accessorPrefix = "accessor/";

export const secretIdsOf = (role: string, space: Space) => collection<SecretId>(space, `${secretIdPrefix}${role}/`);
export const accessorsOf = (role: string, space: Space) => collection<string>(space, `${accessorPrefix}${role}/`);

type Store = Pick<MountContext, "storage" | "cryptography" | "clock">;

/** The HMAC under which a role keeps this secret id. */
export function keyOfSecretId(role: Role, text: string, { cryptography }: Pick<Store, "cryptography">): string {
  return cryptography.hmacHex(role.uuid, text);
}

/** The secret id of this key, unless it is unknown or over. */
export async function findSecretId(role: Role, key: string, { storage, clock }: Store): Promise<SecretId | undefined> {
  const secretId = await secretIdsOf(role.uuid, secretIdSpace(role)).read(storage, key);
  return secretId && !isOver(secretId, clock.now()) ? secretId : undefined;
}

/** The secret id of this accessor, unless it is unknown or over. */
export async function findByAccessor(role: Role, accessor: string, store: Store): Promise<KeptSecretId | undefined> {
  const key = await accessorsOf(role.uuid, secretIdSpace(role)).read(store.storage, accessor);
  const secretId = key === undefined ? undefined : await findSecretId(role, key, store);
  return key !== undefined && secretId ? { key, secretId } : undefined;
}

/** Whether the time of a secret id has passed. */
export function isOver({ expiresAt }: SecretId, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** What keeps a secret id. */
export function putSecretId(role: Role, { key, secretId }: KeptSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).put(key, secretId), accessorsOf(role.uuid, space).put(secretId.accessor, key)];
}

/** What removes a secret id. */
export function removeSecretId(role: Role, { key, secretId }: KeptSecretId): readonly StorageChange[] {
  const space = secretIdSpace(role);
  return [secretIdsOf(role.uuid, space).remove(key), accessorsOf(role.uuid, space).remove(secretId.accessor)];
}

/** The shape of a secret id as it is looked up. */
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

/** A secret id as it is looked up; its text is told once, when it is made. */
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
