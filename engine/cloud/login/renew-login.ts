import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { MountContext, RenewalTerms } from "../../core/mounts/mount-type.ts";
import { isBound } from "../role/binding.ts";
import { roles } from "../role/role.ts";
import { readLoginRecord } from "./login-record.ts";

/** The terms of another while, by the role as it is now. Throws a Problem when role or binding are gone (reference-facts.md, 2.13). */
export async function renewLogin(
  internal: JsonObject,
  { storage }: Pick<MountContext, "storage">,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { role: name, principal } = readLoginRecord(internal);
  const role = await roles.read(storage, name);
  if (!role) throw new Problem("refused", `role entry ${quoted(name)} not found`);
  if (role.authType !== "iam" || !isBound(principal, role)) {
    throw new Problem("refused", `role ${quoted(name)} no longer bound to ARN ${quoted(principal.clientArn)}`);
  }
  const { ttlSeconds, maxTtlSeconds, periodSeconds } = role.tokens;
  return { ttlSeconds, maxTtlSeconds, periodSeconds };
}
