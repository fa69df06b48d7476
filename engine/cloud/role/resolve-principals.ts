import { Problem, quoted } from "../../api/problem.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";
import { endsInWildcard } from "./binding.ts";
import { parseBoundPrincipal } from "./bound-principal.ts";
import type { Role } from "./role.ts";
import type { RoleRequest } from "./role-fields.ts";

/** Gives a client that asks about things of `account`. */
export type ClientFor = (account: string) => Promise<ProviderClient>;

/** `role` with the unique ids of its principals: resolved anew when they, or that they are resolved, were written; else as they were. */
export async function withPrincipalIds(
  role: Role,
  { wish, old, clientFor }: Readonly<{ wish: RoleRequest; old: Role | undefined; clientFor: ClientFor }>,
): Promise<Role> {
  if (role.authType !== "iam" || !role.resolveUniqueIds) return role;
  if (old?.resolveUniqueIds && wish.bound_iam_principal_arn === undefined) return role;
  return { ...role, principalIds: await resolvePrincipals(role.boundPrincipalArns, clientFor) };
}

/**
 * Asks IAM for the unique ids of the ARNs without wildcard, in their order. Throws a Problem when
 * one of them cannot be resolved (CLOUD-RESOLVE-06, W4.2-05).
 */
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
    // IAM looks up a name in the account of the credentials: one of the same name elsewhere is another principal.
    const isMeant = found.arn === arn || (arn === canonicalArn && parseBoundPrincipal(found.arn).canonicalArn === arn);
    if (!isMeant) throw new Error(`the ${kind} of that name is ${quoted(found.arn)}`);
    return found.uniqueId;
  } catch (cause) {
    if (cause instanceof Problem && cause.code === "upstream") throw cause;
    const why = cause instanceof Error ? cause.message : "unknown";
    throw new Problem("refused", `unable to resolve ARN ${quoted(arn)} to internal ID: ${why}`, { cause });
  }
}
