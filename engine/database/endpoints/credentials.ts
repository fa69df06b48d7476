import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { reportedSeconds } from "../../core/leases/lease-times.ts";
import type { GrantedLease, HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Certificates } from "../../ports/certificates.ts";
import { DatabaseRefusal } from "../../ports/databases.ts";
import { checkServer } from "../connections/check-server.ts";
import { refusalText } from "../connections/refusal.ts";
import type { OpenConnection, Sessions } from "../connections/sessions.ts";
import { leasedUser, serverExpiry, userLock } from "../credentials/dynamic-leases.ts";
import { nameOfNewUser } from "../credentials/name-of-new-user.ts";
import { prepareCredential } from "../credentials/new-credential.ts";
import type { Credential } from "../plugins/plugin.ts";
import { checkAllowed } from "../roles/allowed-roles.ts";
import { checkSupported } from "../roles/credential-type.ts";
import { type DynamicRole, dynamicRoles } from "../roles/dynamic-role.ts";

const credentialsData = z.object({
  username: z.string(),
  password: field.secret.optional(),
  rsa_private_key: field.secret.optional(),
  client_certificate: z.string().optional(),
  private_key: field.secret.optional(),
  private_key_type: z.string().optional(),
});

export function credentialsEndpoint(sessions: Sessions, certificates: Certificates): Endpoint<HandlerContext> {
  return {
    path: "creds/:name",
    operations: {
      read: operation({
        summary: "Create a database user for a dynamic role",
        served: "locally",
        statuses: [500],
        input: namedInput,
        output: credentialsData,
        async run({ name }, context: HandlerContext) {
          const role = await dynamicRoles.read(context.storage, name);
          if (!role) throw new Problem("refused", `unknown role: ${name}`);
          return sessions.use(role.connection, context, (open) =>
            issue({ name, role }, open, { context, certificates }),
          );
        },
      }),
    },
  };
}

type CredentialRequest = Readonly<{ name: string; role: DynamicRole }>;

type Dependencies = Readonly<{ context: HandlerContext; certificates: Certificates }>;

/** Creates a user and its lease. If a step fails after the lease is stored, the lease expires at once. */
async function issue(request: CredentialRequest, open: OpenConnection, deps: Dependencies): Promise<Answer> {
  const { leases } = deps.context;
  let granted: string | undefined;
  try {
    const answer = await createLeasedUser(request, open, deps, (id) => {
      granted = id;
    });
    if (granted !== undefined) await leases.confirm(granted);
    return answer;
  } catch (error) {
    // The lock of the user is released here, because the revocation of the lease needs it.
    if (granted !== undefined) await Promise.allSettled([leases.expire(granted)]);
    throw error;
  }
}

async function createLeasedUser(
  { name, role }: CredentialRequest,
  open: OpenConnection,
  { context, certificates }: Dependencies,
  granted: (id: string) => void,
): Promise<Answer> {
  const { connection, plugin } = open;
  checkAllowed(name, connection);
  checkSupported(role.credentialType, plugin);
  await checkServer(open);
  const username = nameOfNewUser(name, role, open, context);
  const credentialUntil = await prepareCredential({ username, role, connection }, { context, certificates });
  const outcome = await context.withLock(userLock(username), async () => {
    const lease = await grant({ name, username, role }, context);
    granted(lease.id);
    await context.failpoint("lease recorded");
    const { credential, clientData } = credentialUntil(serverExpiry(lease.expiresAt));
    // A revocation of the lease waits for this lock until the outcome of the creation is known.
    const creation = await createUser({ username, credential, role, lease }, open);
    await context.failpoint(creation.failed === undefined ? "user made" : "user not made");
    return { lease, clientData, ...creation };
  });
  const { clientData, lease } = outcome;
  const { id, renewable, warnings } = lease;
  if (outcome.failed === undefined) {
    const seconds = reportedSeconds(lease, context.clock.now());
    if (seconds === 0) throw new Problem("failed", "the lease was over before the database had made its user");
    return { data: { username, ...clientData }, lease: { id, seconds, renewable }, warnings };
  }
  if (outcome.isRemoved) await context.leases.forget(id);
  const { cause } = outcome.failed;
  throw new Problem(
    "failed",
    refusalText(cause, [String(clientData.password ?? ""), connection.details.password ?? ""]),
    {
      cause,
    },
  );
}

function grant(
  { name, username, role }: { name: string; username: string; role: DynamicRole },
  { leases }: HandlerContext,
) {
  return leases.grant({
    path: `creds/${name}`,
    ttlSeconds: role.defaultTtlSeconds,
    maxTtlSeconds: role.maxTtlSeconds,
    internal: leasedUser(username, name, role),
  });
}

type NewUserRequest = Readonly<{ username: string; credential: Credential; role: DynamicRole; lease: GrantedLease }>;

/**
 * Result of a creation. After a failure the user may exist, or be created later by the server, unless `isRemoved` is
 * true.
 */
type Outcome = Readonly<{ failed?: undefined } | { failed: { cause: unknown }; isRemoved: boolean }>;

async function createUser(
  { username, credential, role, lease }: NewUserRequest,
  open: OpenConnection,
): Promise<Outcome> {
  const { plugin, session } = open;
  try {
    await plugin.createUser(session, {
      username,
      credential,
      expiresAt: serverExpiry(lease.expiresAt),
      creation: role.creationStatements,
      rollback: role.rollbackStatements,
    });
    return {};
  } catch (cause) {
    if (!(cause instanceof DatabaseRefusal)) throw cause;
    return { failed: { cause }, isRemoved: await isRemoved(username, open) };
  }
}

async function isRemoved(username: string, { plugin, session }: OpenConnection): Promise<boolean> {
  try {
    await plugin.dropUser(session, { username, revocation: [] });
    return true;
  } catch (error) {
    if (error instanceof DatabaseRefusal) return false;
    throw error;
  }
}
