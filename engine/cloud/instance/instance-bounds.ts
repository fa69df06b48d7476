import { Problem, quoted } from "../../api/problem.ts";
import type { InstanceDescription } from "../provider-api/instance-description.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";
import { endsInWildcard } from "../role/binding.ts";
import type { InstanceBounds } from "../role/instance-rules.ts";

export type JudgedInstance = Readonly<{ description: InstanceDescription; accountId: string; region: string }>;

/**
 * Queries the provider for an instance. Throws a Problem unless it exists, is running and is not
 * reported to belong to a different account.
 */
export async function requireRunning(
  client: ProviderClient,
  { instanceId, accountId, region }: Readonly<{ instanceId: string; accountId: string; region: string }>,
): Promise<JudgedInstance> {
  const description = await described(client, instanceId, region);
  const foreign = description?.ownerId !== undefined && description.ownerId !== accountId;
  if (!description || foreign) throw unverified(`no instance found for ID ${quoted(instanceId)}`);
  if (description.state !== "running") throw unverified("instance is not in 'running' state");
  return { description, accountId, region };
}

async function described(client: ProviderClient, id: string, region: string) {
  try {
    return await client.describeInstance(id, region);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "upstream") throw error;
    throw unverified(`error fetching description for instance ID ${quoted(id)}: ${error.message}`, error);
  }
}

/** Throws a Problem unless `instance` satisfies every bound of the role `name` (W4.4-05, W4.4-06). */
export async function requireBounds(
  { description, accountId, region }: JudgedInstance,
  { name, bounds, client }: Readonly<{ name: string; bounds: InstanceBounds; client: ProviderClient }>,
): Promise<void> {
  const role = quoted(name);
  if (!isOn(bounds.bound_region, region)) {
    throw new Problem("refused", `Region ${quoted(region)} does not satisfy the constraint on role ${role}`);
  }
  const checks = [
    [bounds.bound_ec2_instance_id, description.id, "instance ID", "does not belong to the role"],
    [bounds.bound_account_id, accountId, "account ID", "does not belong to role"],
    [bounds.bound_ami_id, description.imageId, "AMI ID", "does not belong to role"],
    [bounds.bound_subnet_id, description.subnetId, "subnet ID", "does not satisfy the constraint on role"],
    [bounds.bound_vpc_id, description.vpcId, "VPC ID", "does not satisfy the constraint on role"],
  ] as const;
  for (const [bound, value, what, miss] of checks) {
    if (bound.length === 0) continue;
    if (value === undefined) throw invalid(`${what} in the instance description is nil`);
    if (!isOn(bound, value)) throw invalid(`${what} ${quoted(value)} ${miss} ${role}`);
  }
  const { bound_iam_instance_profile_arn: profiles, bound_iam_role_arn: roles } = bounds;
  if (profiles.length === 0 && roles.length === 0) return;
  const { profileArn } = description;
  if (profileArn === undefined) throw invalid("IAM instance profile in the instance description is nil");
  if (profiles.length > 0 && !matches(profiles, profileArn)) {
    throw invalid(`IAM instance profile ARN ${quoted(profileArn)} does not satisfy the constraint role ${role}`);
  }
  if (roles.length > 0) await requireRole(profileArn, { role, roles, client });
}

async function requireRole(
  profileArn: string,
  { role, roles, client }: Readonly<{ role: string; roles: readonly string[]; client: ProviderClient }>,
): Promise<void> {
  const [roleArn] = await rolesIn(profileArn, client);
  if (roleArn === undefined) throw invalid("IAM role ARN could not be fetched: the instance profile has no role");
  if (!matches(roles, roleArn)) {
    throw invalid(`IAM role ARN ${quoted(roleArn)} does not satisfy the constraint role ${role}`);
  }
}

async function rolesIn(profileArn: string, client: ProviderClient): Promise<readonly string[]> {
  try {
    return await client.rolesOfProfile(profileArn.slice(profileArn.lastIndexOf("/") + 1));
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "upstream") throw error;
    throw invalid(`IAM role ARN could not be fetched: ${error.message}`, error);
  }
}

function isOn(bound: readonly string[], value: string): boolean {
  return bound.length === 0 || bound.includes(value);
}

function matches(bound: readonly string[], arn: string): boolean {
  return bound.some((one) => (endsInWildcard(one) ? arn.startsWith(one.slice(0, -1)) : arn === one));
}

function unverified(why: string, cause?: unknown): Problem {
  return new Problem("refused", `failed to verify instance ID: ${why}`, { cause });
}

function invalid(why: string, cause?: unknown): Problem {
  return new Problem("refused", `Error validating instance: ${why}`, { cause });
}
