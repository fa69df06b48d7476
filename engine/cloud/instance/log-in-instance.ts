import type { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { isInBlocks } from "../../core/address/address-block.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { uuid } from "../../core/naming/random-names.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { identityConfiguration } from "../identity/identity-configuration.ts";
import type { loginFields } from "../login/signed-request/evidence.ts";
import { type ProviderClient, providerClient } from "../provider-api/provider-client.ts";
import type { Release } from "../release.ts";
import { type InstanceRole, roleName, roles } from "../role/role.ts";
import { type AccessListEntry, accessList, accessListLock } from "./access-list/access-list-entry.ts";
import { accessListExpiry } from "./access-list/access-list-expiry.ts";
import { requireNonceLength, requireReauthentication } from "./access-list/reauthentication.ts";
import type { IdentityDocument } from "./documents/identity-document.ts";
import { readInstanceEvidence } from "./documents/instance-evidence.ts";
import { type JudgedInstance, requireBounds, requireRunning } from "./instance-bounds.ts";
import { instanceTokenRequest } from "./instance-token-request.ts";
import { loginTag } from "./login-tag.ts";

type LoginInput = z.output<typeof loginFields>;

type Admitted = Readonly<{ name: string; role: InstanceRole; document: IdentityDocument; instance: JudgedInstance }>;

/**
 * Verifies an instance's login evidence and issues a token of the role. Throws a Problem if a check
 * fails (W4.4-04 to W4.4-07, W4.5-05).
 */
export async function logInInstance(
  input: LoginInput,
  { cloud, release, context }: Readonly<{ cloud: Cloud; release: Release; context: HandlerContext }>,
): Promise<Answer> {
  const document = await readInstanceEvidence(input, { ...context, cloud, release });
  const name = roleName(input.role || document.imageId);
  const role = await roles.read(context.storage, name);
  if (!role) throw new Problem("refused", `entry for role ${quoted(name)} not found`);
  const { boundCidrs } = role.tokens;
  if (boundCidrs.length > 0 && !isInBlocks(context.caller.remoteAddress, boundCidrs)) {
    throw new Problem("denied", "permission denied");
  }
  if (role.authType !== "ec2") throw new Problem("refused", `auth method ec2 not allowed for role ${name}`);
  const client = await clientFor(document, { cloud, context });
  const instance = await requireRunning(client, document);
  await requireBounds(instance, { name, bounds: role.bounds, client });
  return context.withLock(accessListLock(document.instanceId), () =>
    admit(input, { name, role, document, instance }, context),
  );
}

async function clientFor(
  { accountId }: IdentityDocument,
  { cloud, context }: Readonly<{ cloud: Cloud; context: HandlerContext }>,
): Promise<ProviderClient> {
  try {
    return await providerClient({ cloud, context, account: accountId });
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code === "upstream") throw cause;
    throw new Problem("refused", `failed to verify instance ID: ${cause.message}`, { cause });
  }
}

async function admit(input: LoginInput, admitted: Admitted, context: HandlerContext): Promise<Answer> {
  const { name, role, document, instance } = admitted;
  const { accountId, instanceId, pendingTime } = document;
  const entry = await accessList.read(context.storage, instanceId);
  const login = { nonce: input.nonce, pendingTime, accountId, disallow: role.disallowReauthentication };
  const { allowInstanceMigration: allowMigration } = role;
  if (entry) requireReauthentication(entry, { ...login, allowMigration }, context.cryptography);
  const tag = await loginTag(instance.description, { name, role }, context);
  if (entry && tag) {
    const disallow = login.disallow || tag.disallowReauthentication;
    const narrowed = { ...login, disallow, allowMigration: allowMigration && tag.allowInstanceMigration };
    requireReauthentication(entry, narrowed, context.cryptography);
  }
  const disallowReauthentication = login.disallow || (tag?.disallowReauthentication ?? false) || input.nonce === "";
  const nonce = disallowReauthentication ? "" : (entry?.nonce ?? input.nonce ?? uuid(context.entropy));
  requireNonceLength(nonce);
  const made = !entry && input.nonce === undefined && !disallowReauthentication ? nonce : undefined;
  const configuration = await identityConfiguration.read(context.storage);
  const { path: mountPath } = context.mount;
  const answer = await context.tokens.issue(
    instanceTokenRequest({ name, role, document, configuration, tag, newNonce: made, mountPath }),
  );
  await context.failpoint("instance token issued");
  const now = context.clock.now();
  const next: AccessListEntry = {
    accountId,
    role: entry?.role ?? name,
    nonce,
    disallowReauthentication,
    pendingTime,
    createdAt: entry?.createdAt ?? now,
    updatedAt: now,
    expiresAt: accessListExpiry({ role, tagMaxTtlSeconds: tag?.maxTtlSeconds ?? 0 }, context),
  };
  await context.storage.commit([accessList.put(instanceId, next)]);
  return answer;
}
