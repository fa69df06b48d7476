export const boundFields = [
  "bound_ami_id",
  "bound_account_id",
  "bound_region",
  "bound_vpc_id",
  "bound_subnet_id",
  "bound_iam_role_arn",
  "bound_iam_instance_profile_arn",
  "bound_ec2_instance_id",
  "bound_iam_principal_arn",
] as const;

export type BoundField = (typeof boundFields)[number];

export type LoginFacts = Readonly<Partial<Record<BoundField, string>>>;

export type Bounds = Readonly<Partial<Record<BoundField, readonly string[]>>>;

/**
 * Returns the lists that refuse a login; one of them suffices. An empty list refuses nothing. Source: CLOUD-BIND-02 to
 * CLOUD-BIND-14 and CLOUD-PRINC-01, CLOUD-PRINC-02 and CLOUD-PRINC-06.
 */
export function refusingLists(bounds: Bounds, facts: LoginFacts): readonly BoundField[] {
  return boundFields.filter((field) => {
    const list = bounds[field] ?? [];
    return list.length > 0 && !list.some((entry) => matches(field, entry, facts[field]));
  });
}

/** An ARN may end in a wildcard. Every other entry must be the whole value. */
function matches(field: BoundField, entry: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  return field.endsWith("_arn") && entry.endsWith("*") ? value.startsWith(entry.slice(0, -1)) : entry === value;
}
