import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import { collection, type Space, type Storage } from "../core/storage/storage.ts";
import { oldTokenData, shownTokenSettings, type TokenSettings, tokenData } from "../core/tokens/token-settings.ts";

/** What programs of one kind log in as. Times are in seconds. */
export type Role = Readonly<{
  /** Keys the HMACs under which its secret ids lie, and says where: a role made anew under an old name has none of the old ones. */
  uuid: string;
  /** The public half of a login. */
  roleId: string;
  /** Whether a login needs a secret id too. */
  bindSecretId: boolean;
  /** Where logins may come from; from anywhere when empty. */
  secretIdBoundCidrs: readonly string[];
  /** Logins with one secret id; 0 means without limit. */
  secretIdUses: number;
  /** 0 means for ever. */
  secretIdTtlSeconds: number;
  /** Whether its secret ids stay on the cluster that made them. */
  localSecretIds: boolean;
  tokens: TokenSettings;
}>;

/** The roles of a mount, by {@link roleName}. */
export const roles = collection<Role>("shared", "role/");

/** The name of the role that has a role id. */
export const roleIds = collection<string>("shared", "role-id/");

/** A name as roles are kept and found by: case makes no other role. */
export function roleName(given: string): string {
  return given.toLowerCase();
}

/** The role of this name. Throws a Problem when there is none. */
export async function existingRole(storage: Storage, given: string): Promise<Role> {
  const role = await roles.read(storage, roleName(given));
  if (!role) throw new Problem("refused", `role ${quoted(given)} does not exist`);
  return role;
}

/** Where the secret ids of a role are kept. */
export function secretIdSpace({ localSecretIds }: Pick<Role, "localSecretIds">): Space {
  return localSecretIds ? "local" : "shared";
}

/** The shape of a role as it is read. */
export const roleData = z.object({
  bind_secret_id: z.boolean(),
  local_secret_ids: z.boolean(),
  secret_id_bound_cidrs: z.array(z.string()).nullable(),
  secret_id_num_uses: z.int(),
  secret_id_ttl: z.int(),
  ...tokenData,
  period: oldTokenData.period,
});

/** A role as it is read; it has a role id, but that is read apart. */
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

/** The reference tells of no blocks as `null`. */
export function shownBlocks(blocks: readonly string[]): readonly string[] | null {
  return blocks.length === 0 ? null : blocks;
}
