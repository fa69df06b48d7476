import { Problem } from "../../api/problem.ts";
import { instanceBounds, type RoleRequest } from "./role-fields.ts";

/** Permitted values of an instance's properties, by field name. An empty list permits all values. */
export type InstanceBounds = Readonly<Record<(typeof instanceBounds)[number], readonly string[]>>;

export type InstanceRules = Readonly<{
  bounds: InstanceBounds;
  /** Key of the instance tag that contains the role tag; "" if the role does not use role tags. */
  tagKey: string;
  /** Secret that signs the role tags of this role. Created with the role; responses never contain it. */
  tagSecret: string;
  allowInstanceMigration: boolean;
  disallowReauthentication: boolean;
}>;

export const maxKeyCharacters = 127;

export function reviseInstanceRules(
  request: RoleRequest,
  { old, newSecret }: Readonly<{ old: InstanceRules | undefined; newSecret: () => string }>,
): InstanceRules {
  const bounds = Object.fromEntries(
    instanceBounds.map((name) => [name, request[name] ?? old?.bounds[name] ?? []]),
  ) as unknown as InstanceBounds;
  if (instanceBounds.every((name) => bounds[name].length === 0)) {
    throw new Problem("refused", "at least one bound parameter should be specified on the role");
  }
  const allowInstanceMigration = request.allow_instance_migration ?? old?.allowInstanceMigration ?? false;
  const disallowReauthentication = request.disallow_reauthentication ?? old?.disallowReauthentication ?? false;
  if (allowInstanceMigration && disallowReauthentication) {
    throw new Problem(
      "refused",
      "cannot specify both disallow_reauthentication=true and allow_instance_migration=true",
    );
  }
  const tagKey = request.role_tag ?? old?.tagKey ?? "";
  if (tagKey.length > maxKeyCharacters) {
    throw new Problem("refused", `length of role tag exceeds the EC2 key limit of ${maxKeyCharacters} characters`);
  }
  const tagSecret = old?.tagSecret ?? newSecret();
  return { bounds, tagKey, tagSecret, allowInstanceMigration, disallowReauthentication };
}
