import type { JsonObject } from "../../api/json.ts";
import { collection } from "../../core/storage/storage.ts";
import { shownTokenSettings, type TokenSettings } from "../../core/tokens/token-settings.ts";
import { inferredRegionField, type Provider, resolveUniqueIdsField } from "../provider.ts";
import type { PrincipalBinding } from "./binding.ts";

/** Who may log in, and what tokens they get. Source: cloud-auth-api.md, "Role". */
export type Role = PrincipalBinding &
  Readonly<{
    /** Made once; another role of the same name has another. */
    id: string;
    /** Roles of type `ec2`, and with them every bound on instances, are not there yet. */
    authType: "iam";
    tokens: TokenSettings;
  }>;

/** Roles by their names in lower case. */
export const roles = collection<Role>("shared", "role/");

/** The name that a role is stored under, whatever casing a caller uses. */
export function roleName(text: string): string {
  return text.toLowerCase();
}

/** A role as it is read back, in the words of `provider`. Source: reference-wire.md, 4.2. */
export function shownRole(role: Role, provider: Provider): JsonObject {
  return {
    auth_type: role.authType,
    bound_account_id: [],
    bound_ami_id: [],
    bound_ec2_instance_id: null,
    bound_iam_instance_profile_arn: [],
    bound_iam_principal_arn: role.boundPrincipalArns,
    bound_iam_principal_id: [],
    bound_iam_role_arn: [],
    bound_region: [],
    bound_subnet_id: [],
    bound_vpc_id: [],
    inferred_entity_type: "",
    [inferredRegionField(provider)]: "",
    [resolveUniqueIdsField(provider)]: role.resolveUniqueIds,
    role_id: role.id,
    role_tag: "",
    allow_instance_migration: false,
    disallow_reauthentication: false,
    ...shownTokenSettings(role.tokens),
  };
}
