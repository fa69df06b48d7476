import { z } from "zod";
import { field } from "../../api/field.ts";
import { oldTokenFields, tokenFields } from "../../core/tokens/token-settings.ts";
import {
  awsProvider,
  inferredRegionField,
  oncePerProvider,
  type Provider,
  resolveUniqueIdsField,
} from "../provider.ts";

/**
 * Names of the fields that restrict instances. If a write sets several of them on a role that does not check them, the
 * error names the first in this order.
 */
export const instanceBounds = [
  "bound_account_id",
  "bound_ami_id",
  "bound_iam_instance_profile_arn",
  "bound_ec2_instance_id",
  "bound_iam_role_arn",
  "bound_vpc_id",
  "bound_subnet_id",
  "bound_region",
] as const;

const sharedFields = z.object({
  role: field.foldedName,
  auth_type: field.text.optional(),
  bound_account_id: field.list.optional(),
  bound_ami_id: field.list.optional(),
  bound_iam_instance_profile_arn: field.list.optional(),
  bound_ec2_instance_id: field.list.optional(),
  bound_iam_role_arn: field.list.optional(),
  bound_vpc_id: field.list.optional(),
  bound_subnet_id: field.list.optional(),
  bound_region: field.list.optional(),
  bound_iam_principal_arn: field.list.optional(),
  inferred_entity_type: field.text.optional(),
  role_tag: field.text.optional(),
  allow_instance_migration: field.boolean.optional(),
  disallow_reauthentication: field.boolean.optional(),
  ...tokenFields,
});

/** Deprecated field names that only mounts of type aws accept. */
const { bound_cidrs: _, ...oldFields } = oldTokenFields;

export const roleFields = oncePerProvider((provider) => {
  const fieldsByName: Readonly<Record<string, z.ZodType>> = {
    [resolveUniqueIdsField(provider)]: field.boolean.optional(),
    [inferredRegionField(provider)]: field.text.optional(),
    ...(provider === awsProvider ? oldFields : {}),
  };
  const fields: z.ZodObject = sharedFields.extend(fieldsByName);
  return fields as typeof sharedFields;
});

/** A role write, independent of the names of a provider. Omitted fields keep their values. */
export type RoleRequest = Omit<z.output<typeof sharedFields>, "role"> &
  Readonly<{ resolveUniqueIds?: boolean; inferredRegion?: string }>;

export function roleRequest({ role: _, ...input }: z.output<typeof sharedFields>, provider: Provider): RoleRequest {
  const fieldsByName: Readonly<Record<string, unknown>> = input;
  const resolveUniqueIds = fieldsByName[resolveUniqueIdsField(provider)];
  const inferredRegion = fieldsByName[inferredRegionField(provider)];
  return {
    ...input,
    ...(typeof resolveUniqueIds === "boolean" ? { resolveUniqueIds } : undefined),
    ...(typeof inferredRegion === "string" ? { inferredRegion } : undefined),
  };
}
