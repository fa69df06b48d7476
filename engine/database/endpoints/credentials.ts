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
import { checkAllowed } from "../allowed-roles.ts";
import { checkServer } from "../check-server.ts";
import { checkSupported } from "../credential-type.ts";
import { leasedUser, serverExpiry, userLock } from "../dynamic-leases.ts";
import { type DynamicRole, dynamicRoles } from "../dynamic-role.ts";
import { nameOfNewUser } from "../name-of-new-user.ts";
import { prepareCredential } from "../new-credential.ts";
import type { Credential } from "../plugins/plugin.ts";
import { refusalText } from "../refusal.ts";
import type { OpenConnection, Sessions } from "../sessions.ts";

/** What a client is given, by the credential type of the role. */
const credentialsData = z.object({
  username: z.string(),
  password: field.secret.optional(),
  rsa_private_key: field.secret.optional(),
  client_certificate: z.string().optional(),
  private_key: field.secret.optional(),
  private_key_type: z.string().optional(),
});

/**
 * The endpoint that creates a dynamic user with a lease of its own (DB-CREDS-01, DB-CREDS-02,
 * DB-CREDS-03, W5.2-03).
 */
export function credentialsEndpoint(sessions: Sessions, certificates: Certificates): Endpoint<HandlerContext> {
  return {
    path: "creds/:name",
    operations: {
      read: operation({
        summary: "Make a database user for a dynamic role",
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

type Asked = Readonly<{ name: string; role: DynamicRole }>;

type Place = Readonly<{ context: HandlerContext; certificates: Certificates }>;

/** Creates a user and its lease. When that fails anywhere, the lease ends, and the user with it. */
async function issue(asked: Asked, open: OpenConnection, place: Place): Promise<Answer> {
  const { leases } = place.context;
  let granted: string | undefined;
  try {
    const answer = await createLeasedUser(asked, open, place, (id) => {
      granted = id;
    });
    if (granted !== undefined) await leases.confirm(granted);
    return answer;
  } catch (error) {
    // Not under the user's lock: what ends a lease waits for it.
    if (granted !== undefined) await Promise.allSettled([leases.expire(granted)]);
    throw error;
  }
}

/** `granted` is called with the id of the lease as soon as it is stored. */
async function createLeasedUser(
  { name, role }: Asked,
  open: OpenConnection,
  { context, certificates }: Place,
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
    const { credential, given } = credentialUntil(serverExpiry(lease.expiresAt));
    // a revocation of the lease waits here until it is known whether there is a user
    const made = await createUser({ username, credential, role, lease }, open);
    await context.failpoint(made.failed === undefined ? "user made" : "user not made");
    return { lease, given, ...made };
  });
  const { given, lease } = outcome;
  const { id, renewable, warnings } = lease;
  if (outcome.failed === undefined) {
    const seconds = reportedSeconds(lease, context.clock.now());
    if (seconds === 0) throw new Problem("failed", "the lease was over before the database had made its user");
    return { data: { username, ...given }, lease: { id, seconds, renewable }, warnings };
  }
  if (outcome.isRemoved) await context.leases.forget(id);
  const { cause } = outcome.failed;
  throw new Problem("failed", refusalText(cause, [String(given.password ?? ""), connection.details.password ?? ""]), {
    cause,
  });
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

type Making = Readonly<{ username: string; credential: Credential; role: DynamicRole; lease: GrantedLease }>;

/** What became of a user: it was made, or not; then it may still be there, or come to be, unless it is known to be removed. */
type Outcome = Readonly<{ failed?: undefined } | { failed: { cause: unknown }; isRemoved: boolean }>;

async function createUser({ username, credential, role, lease }: Making, open: OpenConnection): Promise<Outcome> {
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

/** Whether it is certain that there is no such user, and that there will be none. Else the lease ends what there may be. */
async function isRemoved(username: string, { plugin, session }: OpenConnection): Promise<boolean> {
  try {
    await plugin.dropUser(session, { username, revocation: [] });
    return true;
  } catch (error) {
    if (error instanceof DatabaseRefusal) return false;
    throw error;
  }
}
