import { Problem, quoted } from "../api/problem.ts";
import type { MountContext, MountType } from "../core/mounts/mount-type.ts";
import type { Instant } from "../ports/clock.ts";
import { connections } from "./connection.ts";
import { type DynamicRole, dynamicRoles } from "./dynamic-role.ts";
import { refusalText } from "./refusal.ts";
import type { OpenConnection, Sessions } from "./sessions.ts";

/** What a lease keeps of a user, so that it can be removed when its role is gone. */
export type LeasedUser = Readonly<{
  username: string;
  role: string;
  connection: string;
  /** Left out when the role has none, as most: there may be a million leases. */
  revocation_statements?: readonly string[];
}>;

/** What the lease of a user of the role `name` keeps. */
export function leasedUser(
  username: string,
  name: string,
  role: Pick<DynamicRole, "connection" | "revocationStatements">,
): LeasedUser {
  const { connection, revocationStatements } = role;
  const statements = revocationStatements.length === 0 ? {} : { revocation_statements: revocationStatements };
  return { username, role: name, connection, ...statements };
}

/** The server lets a user in a little longer than the lease lasts, as the reference has it. */
const graceSeconds = 5;

/** When the server itself shall stop to let in a user whose lease ends at `leaseEnd`. */
export function serverExpiry(leaseEnd: Instant): Instant {
  return leaseEnd + graceSeconds * 1000;
}

/** The name under which the tasks on one user exclude one another. */
export function userLock(username: string): string {
  return `user ${username}`;
}

/** Renewal and revocation of the leases of dynamic users (W5.2-04, W5.2-05). */
export function dynamicLeases(sessions: Sessions): NonNullable<MountType["leases"]> {
  return {
    revoke: (internal, context) => {
      const user = internal as LeasedUser;
      return context.withLock(userLock(user.username), async () => {
        const role = await currentRole(user, context);
        const revocation = role?.revocationStatements ?? user.revocation_statements ?? [];
        await onServer(user, sessions, context, ({ plugin, session }) =>
          plugin.dropUser(session, { username: user.username, revocation }),
        );
        await context.failpoint("user dropped");
      });
    },

    // The statements are in the lease.
    needs: (key) => connections.nameOf(key) !== undefined,

    async terms(internal, context) {
      const { role: name } = internal as LeasedUser;
      const role = await dynamicRoles.read(context.storage, name);
      if (!role) throw new Problem("refused", `error during renew: could not find role with name ${quoted(name)}`);
      return { ttlSeconds: role.defaultTtlSeconds, maxTtlSeconds: role.maxTtlSeconds };
    },

    async extend(internal, leaseEnd, context) {
      const user = internal as LeasedUser;
      const renewal = (await currentRole(user, context))?.renewStatements ?? [];
      await onServer(user, sessions, context, ({ plugin, session }) =>
        plugin.extendUser(session, { username: user.username, expiresAt: serverExpiry(leaseEnd), renewal }),
      );
      await context.failpoint("user extended");
    },
  };
}

/** The role the user was made for, unless it is gone or belongs to another connection now: its statements are for that one. */
async function currentRole(user: LeasedUser, { storage }: MountContext): Promise<DynamicRole | undefined> {
  const role = await dynamicRoles.read(storage, user.role);
  return role?.connection === user.connection ? role : undefined;
}

async function onServer(
  user: LeasedUser,
  sessions: Sessions,
  context: MountContext,
  task: (open: OpenConnection) => Promise<void>,
): Promise<void> {
  await sessions.use(user.connection, context, async (open) => {
    try {
      await task(open);
    } catch (cause) {
      throw new Problem("failed", refusalText(cause, [open.connection.details.password ?? ""]), { cause });
    }
  });
}
