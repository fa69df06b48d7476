import { Problem, quoted } from "../../api/problem.ts";
import type { MountContext, MountType } from "../../core/mounts/mount-type.ts";
import type { Instant } from "../../ports/clock.ts";
import { connections } from "../connections/connection.ts";
import { refusalText } from "../connections/refusal.ts";
import type { OpenConnection, Sessions } from "../connections/sessions.ts";
import { type DynamicRole, dynamicRoles } from "../roles/dynamic-role.ts";

export type LeasedUser = Readonly<{
  username: string;
  role: string;
  connection: string;
  revocation_statements?: readonly string[];
}>;

export function leasedUser(
  username: string,
  name: string,
  role: Pick<DynamicRole, "connection" | "revocationStatements">,
): LeasedUser {
  const { connection, revocationStatements } = role;
  const statements = revocationStatements.length === 0 ? {} : { revocation_statements: revocationStatements };
  return { username, role: name, connection, ...statements };
}

/** Seconds for which the server accepts a user after the end of its lease; the same as in the reference. */
const graceSeconds = 5;

/** Returns the time at which the server disables a user by itself, if the product supports this. */
export function serverExpiry(leaseEnd: Instant): Instant {
  return leaseEnd + graceSeconds * 1000;
}

export function userLock(username: string): string {
  return `user ${username}`;
}

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

    // Revocation statements are part of the lease, so only the connection must be present.
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
