import { Problem, wrapped } from "../api/problem.ts";
import type { MountContext } from "../core/mounts/mount-type.ts";
import { collection } from "../core/storage/storage.ts";
import { DatabaseRefusal } from "../ports/databases.ts";
import { checkAllowed } from "./allowed-roles.ts";
import { connections, decidesLogin } from "./connection.ts";
import { isCertain, refusalText } from "./refusal.ts";
import { checkNotRoot } from "./root-user.ts";
import type { Sessions } from "./sessions.ts";
import { type StaticRole, type StaticRoleDefinition, staticRoles } from "./static-role.ts";
import { whilePrimary } from "./while-primary.ts";

/** A password that a user is being given: stored before the database is asked, so that the next primary can finish it. */
export type Announcement = Readonly<{
  password: string;
  /** The role that comes to be with its first rotation. */
  created: StaticRoleDefinition | null;
}>;

export const announcements = collection<Announcement>("shared", "rotation/");

/** Where tasks are done: the mount's storage and clock, and its sessions. */
export type RotationContext = Readonly<{ sessions: Sessions; context: MountContext }>;

// The tasks of this file are done under `roleLock(name)`, never two at a time for one role.

/**
 * Makes a static role by rotating its user's password for the first time. When that fails nothing is stored; when it is not known
 * whether it failed, the announcement stays, and `recover` makes the role or forgets it.
 */
export function create(name: string, definition: StaticRoleDefinition, place: RotationContext): Promise<StaticRole> {
  return carryOut(name, definition, { created: definition }, place);
}

/** Gives the user of `role` a new password, or the one that an earlier attempt announced and could not give it. */
export async function rotate(name: string, role: StaticRole, place: RotationContext): Promise<StaticRole> {
  const announced = await announcements.read(place.context.storage, name);
  if (announced) await settle(role, place);
  return carryOut(name, role, { ...announced, created: null }, place);
}

/** Finishes what was announced. Yields nothing when it was the making of a role that cannot be made. */
export async function recover(
  name: string,
  announcement: Announcement,
  place: RotationContext,
): Promise<StaticRole | undefined> {
  const { storage } = place.context;
  const role = await staticRoles.read(storage, name);
  if (role) {
    await settle(role, place);
    const done = await isAccepted(role, announcement.password, place);
    return done ? recordFound(name, role, announcement.password, place) : carryOut(name, role, announcement, place);
  }
  const made = announcement.created && (await recoverCreation(name, announcement.created, announcement, place));
  if (!made) await storage.commit([announcements.remove(name)]);
  return made ?? undefined;
}

async function recoverCreation(
  name: string,
  created: StaticRoleDefinition,
  announcement: Announcement,
  place: RotationContext,
): Promise<StaticRole | undefined> {
  if (!(await connections.read(place.context.storage, created.connection))) return undefined;
  await settle(created, place);
  const done = await isAccepted(created, announcement.password, place);
  if (done) return recordFound(name, created, announcement.password, place);
  // no client was told that there is such a role, so what the database never heard of need not be
  if (done === false) return undefined;
  try {
    return await carryOut(name, created, announcement, place);
  } catch (error) {
    if (isCertain(error)) return undefined;
    throw error;
  }
}

/** A password that is refused while it may still be being given is not refused for good: so this comes before a look. */
function settle({ connection, username }: StaticRoleDefinition, { sessions, context }: RotationContext): Promise<void> {
  return sessions.settle(connection, username, context);
}

/** Says it, does it, says it is done. After a crash between any two lines, `recover` finishes it. */
async function carryOut(
  name: string,
  definition: StaticRoleDefinition,
  { password: announced, created }: Partial<Announcement>,
  { sessions, context }: RotationContext,
): Promise<StaticRole> {
  const { storage, passwords } = context;
  return sessions.use(definition.connection, context, async ({ connection, plugin, session: open }) => {
    const session = whilePrimary(open, context);
    checkAllowed(name, connection);
    checkNotRoot(definition, connection);
    const policy = definition.credentialConfig.password_policy ?? connection.passwordPolicy;
    const password = announced ?? (await passwords.generate(policy));
    await storage.commit([announcements.put(name, { password, created: created ?? null })]);
    await context.failpoint("rotation announced");
    try {
      const { username, rotationStatements: rotation } = definition;
      await plugin.changeCredential(session, { username, credential: { type: "password", password }, rotation });
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      // the password of a user who has no role yet is of use only if the user may have it
      if (created && isCertain(cause)) await storage.commit([announcements.remove(name)]);
      const why = refusalText(cause, [password, connection.details.password ?? ""]);
      throw new Problem("failed", `error setting credentials: ${wrapped(why)}`, { cause });
    }
    await context.failpoint("rotation done in the database");
    return record(name, definition, password, { sessions, context });
  });
}

/** Records a password that was found to hold. It may have been set and not stored by the server, which a restart would undo. */
async function recordFound(
  name: string,
  definition: StaticRoleDefinition,
  password: string,
  place: RotationContext,
): Promise<StaticRole> {
  const { sessions, context } = place;
  await sessions.use(definition.connection, context, async ({ connection: { details }, plugin }) => {
    try {
      await sessions.persist(plugin, details);
    } catch (cause) {
      throw new Problem("failed", refusalText(cause, [password, details.password ?? ""]), { cause });
    }
  });
  return record(name, definition, password, place);
}

async function record(
  name: string,
  definition: StaticRoleDefinition,
  password: string,
  { context: { storage, clock, failpoint } }: RotationContext,
): Promise<StaticRole> {
  const role = { ...definition, password, rotatedAt: clock.now() };
  await storage.commit([staticRoles.put(name, role), announcements.remove(name)]);
  await failpoint("rotation recorded");
  return role;
}

/** Whether the server lets the user in with `password`; undefined when that cannot be found out. */
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
      // the user is kept out for another reason, or there is no answer: the password may hold all the same
      if (error instanceof DatabaseRefusal) return undefined;
      throw error;
    }
  });
}
