import type { JsonObject } from "../../api/json.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import { shownTokenSettings, type TokenSettings } from "../../core/tokens/token-settings.ts";
import { inferredRegionField, type Provider, resolveUniqueIdsField } from "../provider.ts";
import type { PrincipalBinding } from "./binding.ts";
import { type Inferring, inferredEntityType } from "./inferring.ts";
import type { InstanceRules } from "./instance-rules.ts";

type Common = Readonly<{
  /** Unique id of the role. A role that is deleted and created again has a new id. */
  id: string;
  tokens: TokenSettings;
}>;

export type PrincipalRole = Common & PrincipalBinding & Readonly<{ authType: "iam"; inferring?: Inferring }>;

/** A role for logins of instances. `resolveUniqueIds` is stored and returned but has no effect on logins. */
export type InstanceRole = Common & InstanceRules & Readonly<{ authType: "ec2"; resolveUniqueIds: boolean }>;

export type Role = PrincipalRole | InstanceRole;

const storedRoles = collection<Partial<Role>>("shared", "role/");

/** Roles in storage, by name in lower case. */
export const roles = {
  names: storedRoles.names,
  put: (name: string, role: Partial<Role>) => storedRoles.put(name, role),
  remove: storedRoles.remove,
  async read(storage: Storage, name: string): Promise<Role | undefined> {
    const stored = await storedRoles.read(storage, name);
    return stored && upgraded(stored);
  },
};

function upgraded(stored: Partial<Role>): Role {
  const { authType = "ec2", resolveUniqueIds = false } = stored;
  return { ...(authType === "iam" ? { principalIds: [] } : undefined), ...stored, authType, resolveUniqueIds } as Role;
}

export function roleName(text: string): string {
  return text.toLowerCase();
}

export function shownRole(role: Role, provider: Provider): JsonObject {
  const ofInstances = role.authType === "ec2" ? role : undefined;
  const ofPrincipals = role.authType === "iam" ? role : undefined;
  const inferring = ofPrincipals?.inferring;
  const bounds = ofInstances?.bounds ?? inferring?.bounds;
  const ids = bounds?.bound_ec2_instance_id ?? [];
  return {
    auth_type: role.authType,
    bound_account_id: bounds?.bound_account_id ?? [],
    bound_ami_id: bounds?.bound_ami_id ?? [],
    bound_ec2_instance_id: ids.length > 0 ? ids : null,
    bound_iam_instance_profile_arn: bounds?.bound_iam_instance_profile_arn ?? [],
    bound_iam_principal_arn: ofPrincipals?.boundPrincipalArns ?? [],
    bound_iam_principal_id: ofPrincipals?.principalIds ?? [],
    bound_iam_role_arn: bounds?.bound_iam_role_arn ?? [],
    bound_region: bounds?.bound_region ?? [],
    bound_subnet_id: bounds?.bound_subnet_id ?? [],
    bound_vpc_id: bounds?.bound_vpc_id ?? [],
    inferred_entity_type: inferring ? inferredEntityType : "",
    [inferredRegionField(provider)]: inferring?.region ?? "",
    [resolveUniqueIdsField(provider)]: role.resolveUniqueIds,
    role_id: role.id,
    role_tag: ofInstances?.tagKey ?? "",
    allow_instance_migration: ofInstances?.allowInstanceMigration ?? false,
    disallow_reauthentication: ofInstances?.disallowReauthentication ?? false,
    ...shownTokenSettings(role.tokens),
  };
}
