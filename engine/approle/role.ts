import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import { collection, type Space, type Storage } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

/** Login and token settings of one kind of program. Durations are in seconds. */
export type Role = Readonly<{
  /**
   * HMAC key and storage folder name of the role's secret ids. A role that is recreated under the
   * same name gets a new one, so old secret ids stay invalid.
   */
  uuid: string;
  /** Public half of the credentials. */
  roleId: string;
  /** True if a login also requires a secret id. */
  bindSecretId: boolean;
  /** Addresses from which logins are accepted; empty means all. */
  secretIdBoundCidrs: readonly string[];
  /** Maximum number of logins with one secret id; 0 means unlimited. */
  secretIdUses: number;
  /** Lifetime of a secret id, in seconds; 0 means unlimited. */
  secretIdTtlSeconds: number;
  /** True if secret ids are stored only on the cluster that created them. */
  localSecretIds: boolean;
  tokens: TokenSettings;
}>;

/** Stored roles of a mount, by {@link roleName}. */
export const roles = collection<Role>("shared", "role/");

/** Stored names of roles, by role id. */
export const roleIds = collection<string>("shared", "role-id/");

/** Returns the name under which a role is stored: names are not case-sensitive. */
export function roleName(name: string): string {
  return name.toLowerCase();
}

/** Reads the role of this name. Throws a Problem if the role does not exist. */
export async function existingRole(storage: Storage, name: string): Promise<Role> {
  const role = await roles.read(storage, roleName(name));
  if (!role) throw new Problem("refused", `role ${quoted(name)} does not exist`);
  return role;
}

/** Returns the storage space of the secret ids of a role. */
export function secretIdSpace({ localSecretIds }: Pick<Role, "localSecretIds">): Space {
  return localSecretIds ? "local" : "shared";
}

/** Schema of a role in a response. */
export const roleData = z.object({
  bind_secret_id: z.boolean(),
  local_secret_ids: z.boolean(),
  secret_id_bound_cidrs: z.array(z.string()).nullable(),
  secret_id_num_uses: z.int(),
  secret_id_ttl: z.int(),
  ...tokenData,
  period: oldTokenData.period,
});

/** Returns a role as a response shows it, without its role id, which has a path of its own. */
export function shownRole(role: Role): JsonObject {
  return {
    bind_secret_id: role.bindSecretId,
    local_secret_ids: role.localSecretIds,
    secret_id_bound_cidrs: shownBlocks(role.secretIdBoundCidrs),
    secret_id_num_uses: role.secretIdUses,
    secret_id_ttl: role.secretIdTtlSeconds,
    ...shownTokenSettings(role.tokens),
  };
}

/** Returns the blocks, or `null` if there are none, as the reference does. */
export function shownBlocks(blocks: readonly string[]): readonly string[] | null {
  return blocks.length === 0 ? null : blocks;
}
