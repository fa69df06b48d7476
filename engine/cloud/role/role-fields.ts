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

/** Bounds on an instance, in the order in which a role that does not check them refuses them. */
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

/** Deprecated names that only the reference has, and that its clients still send: hvac knows no others. */
const { bound_cidrs: _, ...oldFields } = oldTokenFields;

/** Fields of a role's write as a method of `provider` takes them. */
export const roleFields = oncePerProvider((provider) => {
  const spoken: Readonly<Record<string, z.ZodType>> = {
    [resolveUniqueIdsField(provider)]: field.boolean.optional(),
    [inferredRegionField(provider)]: field.text.optional(),
    ...(provider === awsProvider ? oldFields : {}),
  };
  // Their names are not known to the compiler: `roleRequest` finds them again.
  const fields: z.ZodObject = sharedFields.extend(spoken);
  return fields as typeof sharedFields;
});

/** What a write asks of a role, whatever word the provider goes by. What is left out stays as it is. */
export type RoleRequest = Omit<z.output<typeof sharedFields>, "role"> &
  Readonly<{ resolveUniqueIds?: boolean; inferredRegion?: string }>;

/** What `input`, decoded by the fields for `provider`, asks. */
export function roleRequest({ role: _, ...input }: z.output<typeof sharedFields>, provider: Provider): RoleRequest {
  const spoken: Readonly<Record<string, unknown>> = input;
  const resolveUniqueIds = spoken[resolveUniqueIdsField(provider)];
  const inferredRegion = spoken[inferredRegionField(provider)];
  return {
    ...input,
    ...(typeof resolveUniqueIds === "boolean" ? { resolveUniqueIds } : undefined),
    ...(typeof inferredRegion === "string" ? { inferredRegion } : undefined),
  };
}
