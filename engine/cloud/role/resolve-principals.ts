import { Problem, quoted } from "../../api/problem.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";
import { endsInWildcard } from "./binding.ts";
import { parseBoundPrincipal } from "./bound-principal.ts";
import type { Role } from "./role.ts";
import type { RoleRequest } from "./role-fields.ts";

export type ClientFor = (account: string) => Promise<ProviderClient>;

/**
 * Returns `role` with the unique ids of its bound principals, if the role compares them. Queries IAM if the write sets
 * the bound principals or enables the comparison; otherwise keeps the known ids.
 */
export async function withPrincipalIds(
  role: Role,
  { request, old, clientFor }: Readonly<{ request: RoleRequest; old: Role | undefined; clientFor: ClientFor }>,
): Promise<Role> {
  if (role.authType !== "iam" || !role.resolveUniqueIds) return role;
  if (old?.resolveUniqueIds && request.bound_iam_principal_arn === undefined) return role;
  return { ...role, principalIds: await resolvePrincipals(role.boundPrincipalArns, clientFor) };
}

async function resolvePrincipals(arns: readonly string[], clientFor: ClientFor): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const arn of arns) {
    if (!endsInWildcard(arn)) ids.push(await resolvePrincipal(arn, clientFor));
  }
  return ids;
}

async function resolvePrincipal(arn: string, clientFor: ClientFor): Promise<string> {
  try {
    const { kind, account, name, canonicalArn } = parseBoundPrincipal(arn);
    const client = await clientFor(account);
    const found = kind === "user" ? await client.getUser(name) : await client.getRole(name);
    // IAM looks up names in the account of the credentials, where the name may belong to another principal.
    const isMeant = found.arn === arn || (arn === canonicalArn && parseBoundPrincipal(found.arn).canonicalArn === arn);
    if (!isMeant) throw new Error(`the ${kind} of that name is ${quoted(found.arn)}`);
    return found.uniqueId;
  } catch (cause) {
    if (cause instanceof Problem && cause.code === "upstream") throw cause;
    const why = cause instanceof Error ? cause.message : "unknown";
    throw new Problem("refused", `unable to resolve ARN ${quoted(arn)} to internal ID: ${why}`, { cause });
  }
}
