import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { MountContext, RenewalTerms } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { parsePrincipal } from "../principal.ts";
import { type ProviderClient, providerClient } from "../provider-api/provider-client.ts";
import { endsInWildcard, isAdmitted } from "../role/binding.ts";
import { inferredEntityType } from "../role/inferring.ts";
import { type PrincipalRole, roles } from "../role/role.ts";
import { fullArnOf } from "./full-arn.ts";
import { requireStillRunning } from "./inferred-instance.ts";
import { readLoginRecord } from "./login-record.ts";

/**
 * Returns the TTLs of the current role for the renewal of a token of an iam login. Throws a Problem
 * if the role does not admit the principal any more, if the inferred instance is not running any
 * more, or if only one of the login and the current role infers an instance (CLOUD-INFER-09,
 * OWN-INFER-02).
 */
export async function renewLogin(
  internal: JsonObject,
  { cloud, context }: Readonly<{ cloud: Cloud; context: MountContext }>,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { role: name, principal, inferred } = readLoginRecord(internal);
  const role = await roles.read(context.storage, name);
  if (!role) throw new Problem("refused", `role entry ${quoted(name)} not found`);
  const { account } = principal;
  const client = () => providerClient({ cloud, context, account });
  if (role.authType !== "iam" || !(await isStillAdmitted(principal, { role, client }))) {
    throw new Problem("refused", `role ${quoted(name)} no longer bound to ARN ${quoted(principal.clientArn)}`);
  }
  if (role.inferring) {
    if (!inferred) throw new Problem("refused", "no inferred entity ID in auth metadata");
    await requireStillRunning(inferred, { account, client: await client() });
  } else if (inferred) {
    throw new Problem("refused", `role ${quoted(name)} no longer infers ${inferredEntityType}`);
  }
  const { ttlSeconds, maxTtlSeconds, periodSeconds } = role.tokens;
  return { ttlSeconds, maxTtlSeconds, periodSeconds };
}

type KnownPrincipal = ReturnType<typeof readLoginRecord>["principal"];

async function isStillAdmitted(
  principal: KnownPrincipal,
  { role, client }: Readonly<{ role: PrincipalRole; client: () => Promise<ProviderClient> }>,
): Promise<boolean> {
  if (isAdmitted(principal, role)) return true;
  const { uniqueId, clientArn } = principal;
  if (uniqueId === undefined || !role.boundPrincipalArns.some(endsInWildcard)) return false;
  const fullArn = await fullArnOf(parsePrincipal(clientArn), { uniqueId, client });
  return isAdmitted({ ...principal, fullArn }, role);
}
