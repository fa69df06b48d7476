import { Problem, wrapped } from "../../api/problem.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import { collection } from "../../core/storage/storage.ts";
import { DatabaseRefusal } from "../../ports/databases.ts";
import { connections, decidesLogin } from "../connections/connection.ts";
import { isCertain, refusalText } from "../connections/refusal.ts";
import type { Sessions } from "../connections/sessions.ts";
import { checkAllowed } from "../roles/allowed-roles.ts";
import { checkNotRoot } from "../roles/root-user.ts";
import { type StaticRole, type StaticRoleDefinition, staticRoles } from "../roles/static-role.ts";
import { whilePrimary } from "./while-primary.ts";

/**
 * A pending password change. It is stored before the password is changed, so that the next primary can complete the
 * change.
 */
export type PendingRotation = Readonly<{
  password: string;
  /** Definition of the static role that is being created; null if the role already exists. */
  created: StaticRoleDefinition | null;
}>;

export const pendingRotations = collection<PendingRotation>("shared", "rotation/");

export type RotationContext = Readonly<{ sessions: Sessions; context: MountContext }>;

// Tasks of this file run under `roleLock(name)`, one at a time for each role.

/**
 * Creates a static role by rotating its user's password. If the outcome is unknown, the change stays
 * pending, and `recover` later creates the role or discards the change.
 */
export function create(name: string, definition: StaticRoleDefinition, deps: RotationContext): Promise<StaticRole> {
  return changePassword(name, definition, { created: definition }, deps);
}

export async function rotate(name: string, role: StaticRole, deps: RotationContext): Promise<StaticRole> {
  const pending = await pendingRotations.read(deps.context.storage, name);
  if (pending) await settle(role, deps);
  return changePassword(name, role, { ...pending, created: null }, deps);
}

/** Completes a pending rotation. Resolves to undefined if no role results, for example because its creation failed. */
export async function recover(
  name: string,
  pending: PendingRotation,
  deps: RotationContext,
): Promise<StaticRole | undefined> {
  const { storage } = deps.context;
  const role = await staticRoles.read(storage, name);
  if (role) {
    await settle(role, deps);
    const done = await isAccepted(role, pending.password, deps);
    return done ? recordFound(name, role, pending.password, deps) : changePassword(name, role, pending, deps);
  }
  const created = pending.created && (await recoverCreation(name, pending.created, pending, deps));
  if (!created) await storage.commit([pendingRotations.remove(name)]);
  return created ?? undefined;
}

async function recoverCreation(
  name: string,
  created: StaticRoleDefinition,
  pending: PendingRotation,
  deps: RotationContext,
): Promise<StaticRole | undefined> {
  if (!(await connections.read(deps.context.storage, created.connection))) return undefined;
  await settle(created, deps);
  const done = await isAccepted(created, pending.password, deps);
  if (done) return recordFound(name, created, pending.password, deps);
  // The creation was not confirmed to the client, so a change without effect is discarded.
  if (done === false) return undefined;
  try {
    return await changePassword(name, created, pending, deps);
  } catch (error) {
    if (isCertain(error)) return undefined;
    throw error;
  }
}

/**
 * Ensures that no earlier password change of the user can still take effect: a password that the
 * server refuses could become valid later.
 */
function settle({ connection, username }: StaticRoleDefinition, { sessions, context }: RotationContext): Promise<void> {
  return sessions.settle(connection, username, context);
}

async function changePassword(
  name: string,
  definition: StaticRoleDefinition,
  { password: pendingPassword, created }: Partial<PendingRotation>,
  { sessions, context }: RotationContext,
): Promise<StaticRole> {
  const { storage, passwords } = context;
  return sessions.use(definition.connection, context, async ({ connection, plugin, session: open }) => {
    const session = whilePrimary(open, context);
    checkAllowed(name, connection);
    checkNotRoot(definition, connection);
    const policy = definition.credentialConfig.password_policy ?? connection.passwordPolicy;
    const password = pendingPassword ?? (await passwords.generate(policy));
    await storage.commit([pendingRotations.put(name, { password, created: created ?? null })]);
    await context.failpoint("rotation announced");
    try {
      const { username, rotationStatements: rotation } = definition;
      await plugin.changeCredential(session, { username, credential: { type: "password", password }, rotation });
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      // Without a role, the password is needed only if the user may have it.
      if (created && isCertain(cause)) await storage.commit([pendingRotations.remove(name)]);
      const why = refusalText(cause, [password, connection.details.password ?? ""]);
      throw new Problem("failed", `error setting credentials: ${wrapped(why)}`, { cause });
    }
    await context.failpoint("rotation done in the database");
    return record(name, definition, password, { sessions, context });
  });
}

async function recordFound(
  name: string,
  definition: StaticRoleDefinition,
  password: string,
  deps: RotationContext,
): Promise<StaticRole> {
  const { sessions, context } = deps;
  await sessions.use(definition.connection, context, async ({ connection: { details }, plugin }) => {
    try {
      await sessions.persist(plugin, details);
    } catch (cause) {
      throw new Problem("failed", refusalText(cause, [password, details.password ?? ""]), { cause });
    }
  });
  return record(name, definition, password, deps);
}

async function record(
  name: string,
  definition: StaticRoleDefinition,
  password: string,
  { context: { storage, clock, failpoint } }: RotationContext,
): Promise<StaticRole> {
  const role = { ...definition, password, rotatedAt: clock.now() };
  await storage.commit([staticRoles.put(name, role), pendingRotations.remove(name)]);
  await failpoint("rotation recorded");
  return role;
}

/** Returns true if the server accepts the user's login with `password`; undefined if that is unknown. */
async function isAccepted(
  { connection: connectionName, username }: StaticRoleDefinition,
  password: string,
  { sessions, context }: RotationContext,
): Promise<boolean | undefined> {
  return sessions.use(connectionName, context, async ({ connection: { details }, plugin }) => {
    if (!decidesLogin("username", plugin, details) || !decidesLogin("password", plugin, details)) return undefined;
    try {
      return await sessions.admits(plugin, { ...details, username, password });
    } catch (error) {
      // Without an answer, or after a refusal for another reason, the password may be valid.
      if (error instanceof DatabaseRefusal) return undefined;
      throw error;
    }
  });
}
