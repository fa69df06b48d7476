import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { type InstanceRole, roleName } from "../role/role.ts";
import { tagValue } from "./genuine-tag.ts";
import { maxTagCharacters, type RoleTag, requireItem } from "./role-tag.ts";

/** Request to create a role tag. If `policies` are omitted, a login gets the policies that the role then has. */
export type TagRequest = Readonly<{
  role: string;
  policies?: readonly string[] | undefined;
  max_ttl: number;
  instance_id: string;
  allow_instance_migration: boolean;
  disallow_reauthentication: boolean;
}>;

const nonceBytes = 8;

/** Maximum number of nonces that are tried. About one value in a hundred has two adjacent slashes. */
const maxDraws = 16;

export function newTagValue(
  request: TagRequest,
  role: InstanceRole,
  { entropy, cryptography }: Pick<HandlerContext, "entropy" | "cryptography">,
): string {
  if (request.disallow_reauthentication && request.allow_instance_migration) {
    throw new Problem("refused", "cannot set both disallow_reauthentication and allow_instance_migration");
  }
  const settings: Omit<RoleTag, "nonce"> = {
    role: roleName(request.role),
    disallowReauthentication: request.disallow_reauthentication,
    allowInstanceMigration: request.allow_instance_migration,
    ...(request.policies ? { policies: policiesWithin(request.policies, role) } : undefined),
    instanceId: request.instance_id.toLowerCase(),
    maxTtlSeconds: request.max_ttl,
  };
  requireItem(settings.instanceId, "instance_id");
  const draw = () => tagValue({ ...settings, nonce: entropy.bytes(nonceBytes).toBase64() }, role, cryptography);
  let value = draw();
  // A path cannot contain two adjacent slashes, and the deny list has the value in its path.
  for (let draws = 1; value.includes("//") && draws < maxDraws; draws++) value = draw();
  if (value.length > maxTagCharacters) {
    throw new Problem("refused", `role tag 'value' exceeding the limit of ${maxTagCharacters} characters`);
  }
  return value;
}

function policiesWithin(requested: readonly string[], { tokens }: InstanceRole): readonly string[] {
  const policies = [...new Set(requested.map((name) => name.toLowerCase()))].sort();
  const foreign = policies.find((name) => !tokens.policies.includes(name));
  if (foreign !== undefined) {
    const why = `${quoted(foreign)} is none of them`;
    throw new Problem("refused", `policies on the role tag must be subset of policies on the role: ${why}`);
  }
  for (const name of policies) requireItem(name, "policies");
  return policies;
}

/** Returns warnings about a migration or maximum TTL in `request` that the role or the mount does not permit. */
export function tagWarnings(request: TagRequest, role: InstanceRole, mountMaximumSeconds: number): readonly string[] {
  const warnings: string[] = [];
  if (request.allow_instance_migration && !role.allowInstanceMigration) {
    warnings.push(
      "Role does not allow instance migration. Login will not be allowed with this tag unless the role value is updated.",
    );
  }
  const tooLong = (bound: string, seconds: number) =>
    `Given max TTL of ${request.max_ttl} is greater than the ${bound} maximum of ${seconds} seconds, and will be capped at login time.`;
  if (request.max_ttl > mountMaximumSeconds) warnings.push(tooLong("mount", mountMaximumSeconds));
  const { maxTtlSeconds } = role.tokens;
  if (maxTtlSeconds > 0 && request.max_ttl > maxTtlSeconds) warnings.push(tooLong("role", maxTtlSeconds));
  return warnings;
}
