import { Problem } from "../../api/problem.ts";
import { instanceBounds, type RoleWish } from "./role-fields.ts";

/** Lists that an instance has to be on, by the fields that they are written with; an empty one says nothing. */
export type InstanceBounds = Readonly<Record<(typeof instanceBounds)[number], readonly string[]>>;

/** What a role says of instances. Source: cloud-auth-api.md, "Role". */
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
const maxKeyCharacters = 127;

/** `old` with what is wished of it. Throws a Problem with the reference's text when it is not acceptable (reference-facts.md, 2.9). */
export function reviseInstanceRules(
  wish: RoleWish,
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
