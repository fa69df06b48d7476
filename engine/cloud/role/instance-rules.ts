import { Problem } from "../../api/problem.ts";
import { instanceBounds, type RoleRequest } from "./role-fields.ts";

/** Lists that an instance has to be on, by the fields that they are written with; an empty one says nothing. */
export type InstanceBounds = Readonly<Record<(typeof instanceBounds)[number], readonly string[]>>;

/**
 * Settings of a role that apply to instances (CLOUD-BIND-02 to CLOUD-BIND-06, CLOUD-MIGR-01,
 * CLOUD-TAGKEY-01).
 */
export type InstanceRules = Readonly<{
  bounds: InstanceBounds;
  /** The tag of an instance whose value narrows the role for it; empty when tags say nothing. */
  tagKey: string;
  /** Makes the role's tags genuine, and is made with the role. It is never shown. */
  tagSecret: string;
  allowInstanceMigration: boolean;
  disallowReauthentication: boolean;
}>;

/** As long as the provider lets the key of a tag be, in characters. */
export const maxKeyCharacters = 127;

/**
 * Applies a write to `old`. Throws a Problem with the reference's text for invalid settings
 * (W4.2-02).
 */
export function reviseInstanceRules(
  wish: RoleRequest,
  { old, newSecret }: Readonly<{ old: InstanceRules | undefined; newSecret: () => string }>,
): InstanceRules {
  const bounds = Object.fromEntries(
    instanceBounds.map((name) => [name, wish[name] ?? old?.bounds[name] ?? []]),
  ) as unknown as InstanceBounds;
  if (instanceBounds.every((name) => bounds[name].length === 0)) {
    throw new Problem("refused", "at least one bound parameter should be specified on the role");
  }
  const allowInstanceMigration = wish.allow_instance_migration ?? old?.allowInstanceMigration ?? false;
  const disallowReauthentication = wish.disallow_reauthentication ?? old?.disallowReauthentication ?? false;
  if (allowInstanceMigration && disallowReauthentication) {
    throw new Problem(
      "refused",
      "cannot specify both disallow_reauthentication=true and allow_instance_migration=true",
    );
  }
  const tagKey = wish.role_tag ?? old?.tagKey ?? "";
  if (tagKey.length > maxKeyCharacters) {
    throw new Problem("refused", `length of role tag exceeds the EC2 key limit of ${maxKeyCharacters} characters`);
  }
  const tagSecret = old?.tagSecret ?? newSecret();
  return { bounds, tagKey, tagSecret, allowInstanceMigration, disallowReauthentication };
}
