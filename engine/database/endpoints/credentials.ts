import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { GrantedLease, HandlerContext } from "../../core/mounts/mount-type.ts";
import { DatabaseRefusal } from "../../ports/databases.ts";
import { checkAllowed } from "../allowed-roles.ts";
import { checkSupported } from "../credential-type.ts";
import { leasedUser, serverExpiry, userLock } from "../dynamic-leases.ts";
import { type DynamicRole, dynamicRoles } from "../dynamic-role.ts";
import { loginRefusalText, refusalText } from "../refusal.ts";
import type { OpenConnection, Sessions } from "../sessions.ts";
import { newUsername } from "../username.ts";

const credentialsData = z.object({ username: z.string(), password: field.secret });

/** New credentials for a dynamic role, with a lease of their own. Source: database-api.md, "Endpoints"; reference-facts.md, 3.4. */
export function credentialsEndpoint(sessions: Sessions): Endpoint<HandlerContext> {
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
          return sessions.use(role.connection, context, (open) => issue(name, role, open, context));
        },
      }),
    },
  };
}

async function issue(name: string, role: DynamicRole, open: OpenConnection, context: HandlerContext): Promise<Answer> {
  const { connection, plugin } = open;
  checkAllowed(name, connection);
  checkSupported(role.credentialType, plugin);
  await checkServer(open);
  const { clock, entropy, caller, passwords } = context;
  const password = await passwords.generate(role.credentialConfig.password_policy ?? connection.passwordPolicy);
  const origin = { displayName: caller.displayName, roleName: name };
  const username = newUsername({ ...origin, now: clock.now(), entropy, form: plugin.usernames });
  const outcome = await context.withLock(userLock(username), async () => {
    const lease = await grant({ name, username, role }, context);
    await context.failpoint("lease recorded");
    // a revocation of the lease waits here until it is known whether there is a user
    return { lease, ...(await createUser({ username, password, role, lease }, open)) };
  });
  const { id, seconds, renewable, warnings } = outcome.lease;
  if (outcome.failed === undefined) {
    return { data: { username, password }, lease: { id, seconds, renewable }, warnings };
  }
  // not before the user is let go of: a lease that ends is held by who waits for the user
  if (outcome.isRemoved) await context.leases.forget(id);
  else await context.leases.expire(id);
  const { cause } = outcome.failed;
  throw new Problem("failed", refusalText(cause, [password, connection.details.password ?? ""]), { cause });
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

/** A server that is away is found out before a lease is written. */
async function checkServer({ connection, session }: OpenConnection): Promise<void> {
  try {
    await session.verify();
  } catch (cause) {
    throw new Problem("failed", loginRefusalText(cause, [connection.details.password ?? ""]), { cause });
  }
}

type Making = Readonly<{ username: string; password: string; role: DynamicRole; lease: GrantedLease }>;

/** What became of a user: it was made, or not; then it may still be there, or come to be, unless it is known to be removed. */
type Outcome = Readonly<{ failed?: undefined } | { failed: { cause: unknown }; isRemoved: boolean }>;

async function createUser({ username, password, role, lease }: Making, open: OpenConnection): Promise<Outcome> {
  const { plugin, session } = open;
  try {
    await plugin.createUser(session, {
      username,
      credential: { type: "password", password },
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
