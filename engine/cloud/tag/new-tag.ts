import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { type InstanceRole, roleName } from "../role/role.ts";
import { tagValue } from "./genuine-tag.ts";
import { maxTagCharacters, type RoleTag, requireItem } from "./role-tag.ts";

/** What is asked of a tag. `policies` that are left out are those of the role, whatever they will be. */
export type TagRequest = Readonly<{
  role: string;
  policies?: readonly string[] | undefined;
  max_ttl: number;
  instance_id: string;
  allow_instance_migration: boolean;
  disallow_reauthentication: boolean;
}>;

const nonceBytes = 8;

/** So often a nonce is drawn; one in a hundred values cannot stand in a path as they are. */
const maxDraws = 16;

/** The value of a new tag for instances of `role`. Throws a Problem when it would say more than the role does. */
export function newTagValue(
  wish: TagRequest,
  role: InstanceRole,
  { entropy, cryptography }: Pick<HandlerContext, "entropy" | "cryptography">,
): string {
  if (wish.disallow_reauthentication && wish.allow_instance_migration) {
    throw new Problem("refused", "cannot set both disallow_reauthentication and allow_instance_migration");
  }
  const said: Omit<RoleTag, "nonce"> = {
    role: roleName(wish.role),
    disallowReauthentication: wish.disallow_reauthentication,
    allowInstanceMigration: wish.allow_instance_migration,
    ...(wish.policies ? { policies: policiesWithin(wish.policies, role) } : undefined),
    instanceId: wish.instance_id.toLowerCase(),
    maxTtlSeconds: wish.max_ttl,
  };
  requireItem(said.instanceId, "instance_id");
  const draw = () => tagValue({ ...said, nonce: entropy.bytes(nonceBytes).toBase64() }, role, cryptography);
  let value = draw();
  // Two slashes in a row are no path: the deny list takes the value there.
  for (let draws = 1; value.includes("//") && draws < maxDraws; draws++) value = draw();
  if (value.length > maxTagCharacters) {
    throw new Problem("refused", `role tag 'value' exceeding the limit of ${maxTagCharacters} characters`);
  }
  return value;
}

/** The policies as roles have them, in lower case and in order (`engine/core/tokens/token-settings.ts`). */
function policiesWithin(wished: readonly string[], { tokens }: InstanceRole): readonly string[] {
  const policies = [...new Set(wished.map((name) => name.toLowerCase()))].sort();
  const foreign = policies.find((name) => !tokens.policies.includes(name));
  if (foreign !== undefined) {
    const why = `${quoted(foreign)} is none of them`;
    throw new Problem("refused", `policies on the role tag must be subset of policies on the role: ${why}`);
  }
  for (const name of policies) requireItem(name, "policies");
  return policies;
}

/** Warnings about what `wish` says and `role`, or the mount, will not let come true. */
export function tagWarnings(wish: TagRequest, role: InstanceRole, mountMaximumSeconds: number): readonly string[] {
  const warnings: string[] = [];
  if (wish.allow_instance_migration && !role.allowInstanceMigration) {
    warnings.push(
      "Role does not allow instance migration. Login will not be allowed with this tag unless the role value is updated.",
    );
  }
  const tooLong = (bound: string, seconds: number) =>
    `Given max TTL of ${wish.max_ttl} is greater than the ${bound} maximum of ${seconds} seconds, and will be capped at login time.`;
  if (wish.max_ttl > mountMaximumSeconds) warnings.push(tooLong("mount", mountMaximumSeconds));
  const { maxTtlSeconds } = role.tokens;
  if (maxTtlSeconds > 0 && wish.max_ttl > maxTtlSeconds) warnings.push(tooLong("role", maxTtlSeconds));
  return warnings;
}
