import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import { collection, type Space, type Storage } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

export type Role = Readonly<{
  /**
   * Key of the HMACs of the role's secret ids, and part of their storage keys. A role that is deleted and created again
   * has a new UUID, so its old secret ids stay invalid.
   */
  uuid: string;
  roleId: string;
  bindSecretId: boolean;
  secretIdBoundCidrs: readonly string[];
  /** Maximum number of logins with one secret id of this role; 0 means unlimited. */
  secretIdUses: number;
  /** Maximum lifetime of a secret id of this role, in seconds; 0 means unlimited. */
  secretIdTtlSeconds: number;
  localSecretIds: boolean;
  tokens: TokenSettings;
}>;

export const roles = collection<Role>("shared", "role/");

export const roleIds = collection<string>("shared", "role-id/");

export function roleName(name: string): string {
  return name.toLowerCase();
}

export async function existingRole(storage: Storage, name: string): Promise<Role> {
  const role = await roles.read(storage, roleName(name));
  if (!role) throw new Problem("refused", `role ${quoted(name)} does not exist`);
  return role;
}

export function secretIdSpace({ localSecretIds }: Pick<Role, "localSecretIds">): Space {
  return localSecretIds ? "local" : "shared";
}

export const roleData = z.object({
  bind_secret_id: z.boolean(),
  local_secret_ids: z.boolean(),
  secret_id_bound_cidrs: z.array(z.string()).nullable(),
  secret_id_num_uses: z.int(),
  secret_id_ttl: z.int(),
  ...tokenData,
  period: oldTokenData.period,
});

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

export function shownBlocks(blocks: readonly string[]): readonly string[] | null {
  return blocks.length === 0 ? null : blocks;
}
