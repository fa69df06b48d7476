import type { z } from "zod";
import { field } from "../api/field.ts";
import { Problem, quoted } from "../api/problem.ts";
import { durationText } from "../api/values/duration-text.ts";
import { parseAddressBlock } from "../core/address/address-block.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { StorageChange } from "../core/storage/storage.ts";
import {
  defaultTokenSettings,
  oldTokenFields,
  reviseTokenSettings,
  tokenFields,
} from "../core/tokens/token-settings.ts";
import { type Role, roleIds, roles } from "./role.ts";

export const maxIdLength = 4096;

export const roleFields = {
  role_id: field.text.meta({ description: "Public half of the credentials; generated if omitted." }).optional(),
  bind_secret_id: field.boolean.meta({ description: "True if a login requires a secret id." }).optional(),
  secret_id_bound_cidrs: field.list.meta({ description: "Addresses from which logins are accepted." }).optional(),
  bound_cidr_list: field.list
    .meta({ description: "Deprecated: use secret_id_bound_cidrs.", deprecated: true, sets: "secret_id_bound_cidrs" })
    .optional(),
  secret_id_num_uses: field.integer
    .meta({ description: "Maximum number of logins with one secret id; 0 means unlimited." })
    .optional(),
  secret_id_ttl: field.seconds.meta({ description: "Lifetime of a secret id; 0 means unlimited." }).optional(),
  local_secret_ids: field.boolean
    .meta({ description: "True if secret ids are stored only on the cluster that created them; cannot be changed." })
    .optional(),
  ...tokenFields,
  period: oldTokenFields.period,
} as const;

export type RoleRequest = Readonly<{ [Name in keyof typeof roleFields]?: z.output<(typeof roleFields)[Name]> }>;

/**
 * Returns the role after a write; a new role if `old` is undefined. Throws a Problem if the
 * resulting role is invalid, or if the write changes `local_secret_ids` of an existing role.
 */
export function reviseRole(
  old: Role | undefined,
  request: RoleRequest,
  context: Pick<HandlerContext, "entropy" | "leaseLimits">,
): Role {
  if (old && request.local_secret_ids !== undefined && request.local_secret_ids !== old.localSecretIds) {
    throw new Problem("refused", "local_secret_ids can only be modified during role creation");
  }
  const role: Role = {
    uuid: old?.uuid ?? uuid(context.entropy),
    roleId: request.role_id ?? old?.roleId ?? uuid(context.entropy),
    bindSecretId: request.bind_secret_id ?? old?.bindSecretId ?? true,
    secretIdBoundCidrs: request.secret_id_bound_cidrs ?? request.bound_cidr_list ?? old?.secretIdBoundCidrs ?? [],
    secretIdUses: request.secret_id_num_uses ?? old?.secretIdUses ?? 0,
    secretIdTtlSeconds: request.secret_id_ttl ?? old?.secretIdTtlSeconds ?? 0,
    localSecretIds: old?.localSecretIds ?? request.local_secret_ids ?? false,
    tokens: reviseTokenSettings(old?.tokens ?? defaultTokenSettings, request),
  };
  requireUsable(role, context.leaseLimits().maxSeconds);
  return role;
}

function requireUsable(role: Role, maxSeconds: number): void {
  if (role.roleId === "") throw new Problem("refused", "invalid role_id supplied, or failed to generate a role_id");
  if (role.roleId.length > maxIdLength) throw new Problem("refused", "role_id is too long");
  if (role.secretIdBoundCidrs.some((block) => !parseAddressBlock(block)))
    throw new Problem("refused", "invalid CIDR blocks");
  if (role.secretIdUses < 0) throw new Problem("refused", "secret_id_num_uses cannot be negative");
  if (role.tokens.periodSeconds > maxSeconds) {
    const period = quoted(durationText(role.tokens.periodSeconds));
    const maximum = quoted(durationText(maxSeconds));
    throw new Problem("refused", `period of ${period} is greater than the backend's maximum lease TTL of ${maximum}`);
  }
  if (!role.bindSecretId && role.secretIdBoundCidrs.length === 0 && role.tokens.boundCidrs.length === 0) {
    throw new Problem("refused", "at least one constraint should be enabled on the role");
  }
}

export async function changesFor(
  name: string,
  { old, role, storage }: { old: Role | undefined; role: Role; storage: HandlerContext["storage"] },
): Promise<readonly StorageChange[]> {
  const holder = await roleIds.read(storage, role.roleId);
  if (holder !== undefined && holder !== name) throw new Problem("refused", "role_id already in use");
  const before = old && old.roleId !== role.roleId ? [roleIds.remove(old.roleId)] : [];
  return [...before, roleIds.put(role.roleId, name), roles.put(name, role)];
}

/** Returns a warning if `token_max_ttl` exceeds the maximum TTL of the mount, which still applies. */
export function roleWarnings({ tokens }: Role, maxSeconds: number): readonly string[] {
  if (tokens.maxTtlSeconds <= maxSeconds) return [];
  return [
    "token_max_ttl is greater than the backend mount's maximum TTL value; issued tokens' max TTL value will be truncated",
  ];
}
