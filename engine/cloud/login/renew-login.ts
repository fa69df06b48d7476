import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { MountContext, RenewalTerms } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { providerClient } from "../provider-api/provider-client.ts";
import { isAdmitted } from "../role/binding.ts";
import { inferredEntityType } from "../role/inferring.ts";
import { roles } from "../role/role.ts";
import { requireStillRunning } from "./inferred-instance.ts";
import { readLoginRecord } from "./login-record.ts";

/**
 * The terms of another while, by the role as it is now. Throws a Problem when role or binding are gone, when the role infers an instance
 * and the login has none that runs (reference-facts.md, 2.13), or when the login has one and the role infers none any more (choices.md).
 */
export async function renewLogin(
  internal: JsonObject,
  { cloud, context }: Readonly<{ cloud: Cloud; context: MountContext }>,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { role: name, principal, inferred } = readLoginRecord(internal);
  const role = await roles.read(context.storage, name);
  if (!role) throw new Problem("refused", `role entry ${quoted(name)} not found`);
  if (role.authType !== "iam" || !isAdmitted(principal, role)) {
    throw new Problem("refused", `role ${quoted(name)} no longer bound to ARN ${quoted(principal.clientArn)}`);
  }
  if (role.inferring) {
    if (!inferred) throw new Problem("refused", "no inferred entity ID in auth metadata");
    const { account } = principal;
    await requireStillRunning(inferred, { account, client: await providerClient({ cloud, context, account }) });
  } else if (inferred) {
    throw new Problem("refused", `role ${quoted(name)} no longer infers ${inferredEntityType}`);
  }
  const { ttlSeconds, maxTtlSeconds, periodSeconds } = role.tokens;
  return { ttlSeconds, maxTtlSeconds, periodSeconds };
}
