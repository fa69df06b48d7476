import { Problem, quoted } from "../../api/problem.ts";
import type { MountContext, RenewalTerms } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { providerClient } from "../provider-api/provider-client.ts";
import { roles } from "../role/role.ts";
import { accessList, accessListLock } from "./access-list/access-list-entry.ts";
import { accessListExpiry } from "./access-list/access-list-expiry.ts";
import { requireRunning } from "./instance-bounds.ts";
import type { InstanceLoginRecord } from "./instance-login-record.ts";
import { shortest } from "./instance-token-request.ts";

/**
 * Returns the TTLs for the renewal of an instance's token: those of the current role, limited by the tag of the login.
 * Extends the access list entry. Throws a Problem if the instance is not running, or if its access list entry or its
 * role no longer exists (OWN-RENEW-01, W4.4-10). The bounds of the role are not checked again.
 */
export async function renewInstanceLogin(
  record: InstanceLoginRecord,
  { cloud, context }: Readonly<{ cloud: Cloud; context: MountContext }>,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { role_name: name, instance_id: instanceId, account_id: accountId, region } = record;
  const client = await providerClient({ cloud, context, account: accountId });
  await requireRunning(client, { instanceId, accountId, region });
  return context.withLock(accessListLock(instanceId), async () => {
    const entry = await accessList.read(context.storage, instanceId);
    if (entry?.accountId !== accountId) {
      const why = `failed to verify the access list identity entry for instance ID: ${quoted(instanceId)}`;
      throw new Problem("refused", why);
    }
    const role = await roles.read(context.storage, name);
    if (role?.authType !== "ec2" || role.id !== record.role_id) throw new Problem("refused", "role entry not found");
    const tagMaxTtlSeconds = record.tag_max_ttl_seconds;
    const expiresAt = accessListExpiry({ role, tagMaxTtlSeconds }, context);
    const next = { ...entry, updatedAt: context.clock.now(), expiresAt };
    await context.storage.commit([accessList.put(instanceId, next)]);
    const { ttlSeconds, maxTtlSeconds, periodSeconds } = role.tokens;
    return { ttlSeconds, maxTtlSeconds: shortest(maxTtlSeconds, tagMaxTtlSeconds), periodSeconds };
  });
}
