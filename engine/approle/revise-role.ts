import type { z } from "zod";
import { durationText } from "../api/duration-text.ts";
import { field } from "../api/field.ts";
import { Problem, quoted } from "../api/problem.ts";
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

/** Longer names and ids would make longer keys than a store has to take: the reference's limit. */
export const longestId = 4096;

/** Fields of a role's write; what is left out stays as it is. */
export const roleFields = {
  role_id: field.text.meta({ description: "The public half of a login; drawn when left out." }).optional(),
  bind_secret_id: field.boolean.meta({ description: "Whether a login needs a secret id." }).optional(),
  secret_id_bound_cidrs: field.list.meta({ description: "Where logins may come from." }).optional(),
  bound_cidr_list: field.list
    .meta({ description: "Deprecated: use secret_id_bound_cidrs.", deprecated: true, sets: "secret_id_bound_cidrs" })
    .optional(),
  secret_id_num_uses: field.integer.meta({ description: "Logins with one secret id; 0 is no limit." }).optional(),
  secret_id_ttl: field.seconds.meta({ description: "How long a secret id lasts; 0 is for ever." }).optional(),
  local_secret_ids: field.boolean
    .meta({ description: "Whether secret ids stay on the cluster that made them; never changes." })
    .optional(),
  ...tokenFields,
  period: oldTokenFields.period,
} as const;

export type RoleRequest = Readonly<{ [Name in keyof typeof roleFields]?: z.output<(typeof roleFields)[Name]> }>;

/** The role that comes of `wish`: `old` with what is wished, or a new one. Throws a Problem when it is not acceptable. */
export function reviseRole(
  old: Role | undefined,
  wish: RoleRequest,
  context: Pick<HandlerContext, "entropy" | "leaseLimits">,
): Role {
  if (old && wish.local_secret_ids !== undefined && wish.local_secret_ids !== old.localSecretIds) {
    throw refused("local_secret_ids can only be modified during role creation");
  }
  const role: Role = {
    uuid: old?.uuid ?? uuid(context.entropy),
    roleId: wish.role_id ?? old?.roleId ?? uuid(context.entropy),
    bindSecretId: wish.bind_secret_id ?? old?.bindSecretId ?? true,
    secretIdBoundCidrs: wish.secret_id_bound_cidrs ?? wish.bound_cidr_list ?? old?.secretIdBoundCidrs ?? [],
    secretIdUses: wish.secret_id_num_uses ?? old?.secretIdUses ?? 0,
    secretIdTtlSeconds: wish.secret_id_ttl ?? old?.secretIdTtlSeconds ?? 0,
    localSecretIds: old?.localSecretIds ?? wish.local_secret_ids ?? false,
    tokens: reviseTokenSettings(old?.tokens ?? defaultTokenSettings, wish),
  };
  requireUsable(role, context.leaseLimits().maxSeconds);
  return role;
}

function requireUsable(role: Role, longestSeconds: number): void {
  if (role.roleId === "") throw refused("invalid role_id supplied, or failed to generate a role_id");
  if (role.roleId.length > longestId) throw refused("role_id is too long");
  if (role.secretIdBoundCidrs.some((block) => !parseAddressBlock(block))) throw refused("invalid CIDR blocks");
  if (role.secretIdUses < 0) throw refused("secret_id_num_uses cannot be negative");
  if (role.tokens.periodSeconds > longestSeconds) {
    const period = quoted(durationText(role.tokens.periodSeconds));
    const longest = quoted(durationText(longestSeconds));
    throw refused(`period of ${period} is greater than the backend's maximum lease TTL of ${longest}`);
  }
  if (!role.bindSecretId && role.secretIdBoundCidrs.length === 0 && role.tokens.boundCidrs.length === 0) {
    throw refused("at least one constraint should be enabled on the role");
  }
}

/** What to save of a role that took the place of `old`. Throws a Problem when another role has its role id. */
export async function changesFor(
  name: string,
  { old, role, storage }: { old: Role | undefined; role: Role; storage: HandlerContext["storage"] },
): Promise<readonly StorageChange[]> {
  const holder = await roleIds.read(storage, role.roleId);
  if (holder !== undefined && holder !== name) throw refused("role_id already in use");
  const before = old && old.roleId !== role.roleId ? [roleIds.remove(old.roleId)] : [];
  return [...before, roleIds.put(role.roleId, name), roles.put(name, role)];
}

/** Warnings about settings that are kept but will not come true. */
export function roleWarnings({ tokens }: Role, longestSeconds: number): readonly string[] {
  if (tokens.maxTtlSeconds <= longestSeconds) return [];
  return [
    "token_max_ttl is greater than the backend mount's maximum TTL value; issued tokens' max TTL value will be truncated",
  ];
}

function refused(text: string): Problem {
  return new Problem("refused", text);
}
