import { Problem, wrapped } from "../api/problem.ts";
import type { Backstage } from "../core/mounts/mount-type.ts";
import { collection } from "../core/storage/storage.ts";
import { DatabaseRefusal } from "../ports/databases.ts";
import { checkAllowed } from "./allowed-roles.ts";
import { connections, decidesLogin } from "./connection.ts";
import { isCertain, refusalText } from "./refusal.ts";
import { checkNotRoot } from "./root-user.ts";
import type { Sessions } from "./sessions.ts";
import { type StaticRole, type StaticRoleDefinition, staticRoles } from "./static-role.ts";

/** A password that a user is being given: said before the database is asked, so that whoever leads next can finish it. */
export type Announcement = Readonly<{
  password: string;
  /** The role that comes to be with its first rotation. */
  created: StaticRoleDefinition | null;
}>;

export const announcements = collection<Announcement>("shared", "rotation/");

/** Where deeds are done: the mount's storage and clock, and its sessions. */
export type Workplace = Readonly<{ sessions: Sessions; backstage: Backstage }>;

// The deeds of this file are done under `roleDeed(name)`, never two at a time for one role.

/**
 * Makes a static role by rotating its user's password for the first time. When that fails nothing is stored; when it is not known
 * whether it failed, the announcement stays, and `recover` makes the role or forgets it.
 */
export function create(name: string, definition: StaticRoleDefinition, place: Workplace): Promise<StaticRole> {
  return carryOut(name, definition, { created: definition }, place);
}

/** Gives the user of `role` a new password, or the one that an earlier attempt announced and could not give it. */
export async function rotate(name: string, role: StaticRole, place: Workplace): Promise<StaticRole> {
  const announced = await announcements.read(place.backstage.storage, name);
  if (announced) await settle(role, place);
  return carryOut(name, role, { ...announced, created: null }, place);
}

/** Finishes what was announced. Yields nothing when it was the making of a role that cannot be made. */
export async function recover(
  name: string,
  announcement: Announcement,
  place: Workplace,
): Promise<StaticRole | undefined> {
  const { storage } = place.backstage;
  const role = await staticRoles.read(storage, name);
  if (role) {
    await settle(role, place);
    const done = await isAccepted(role, announcement.password, place);
    return done ? record(name, role, announcement.password, place) : carryOut(name, role, announcement, place);
  }
  const made = announcement.created && (await recoverCreation(name, announcement.created, announcement, place));
  if (!made) await storage.commit([announcements.remove(name)]);
  return made ?? undefined;
}

async function recoverCreation(
  name: string,
  created: StaticRoleDefinition,
  announcement: Announcement,
  place: Workplace,
): Promise<StaticRole | undefined> {
  if (!(await connections.read(place.backstage.storage, created.connection))) return undefined;
  await settle(created, place);
  const done = await isAccepted(created, announcement.password, place);
  if (done) return record(name, created, announcement.password, place);
  // nobody was told that there is such a role, so what the database never heard of need not be
  if (done === false) return undefined;
  try {
    return await carryOut(name, created, announcement, place);
  } catch (error) {
    if (isCertain(error)) return undefined;
    throw error;
  }
}

/** A password that is refused while it may still be being given is not refused for good: so this comes before a look. */
function settle({ connection, username }: StaticRoleDefinition, { sessions, backstage }: Workplace): Promise<void> {
  return sessions.settle(connection, username, backstage);
}

/** Says it, does it, says it is done. After a crash between any two lines, `recover` finishes it. */
async function carryOut(
  name: string,
  definition: StaticRoleDefinition,
  { password: announced, created }: Partial<Announcement>,
  { sessions, backstage }: Workplace,
): Promise<StaticRole> {
  const { storage, passwords } = backstage;
  return sessions.use(definition.connection, backstage, async ({ connection, plugin, session }) => {
    checkAllowed(name, connection);
    checkNotRoot(definition, connection);
    const policy = definition.credentialConfig.password_policy ?? connection.passwordPolicy;
    const password = announced ?? (await passwords.generate(policy));
    await storage.commit([announcements.put(name, { password, created: created ?? null })]);
    await backstage.at("rotation announced");
    try {
      const { username, rotationStatements: rotation } = definition;
      await plugin.changeCredential(session, { username, credential: { type: "password", password }, rotation });
    } catch (cause) {
      // the password of a user who has no role yet is of use only if the user may have it
      if (created && isCertain(cause)) await storage.commit([announcements.remove(name)]);
      const why = refusalText(cause, [password, connection.details.password ?? ""]);
      throw new Problem("failed", `error setting credentials: ${wrapped(why)}`, { cause });
    }
    await backstage.at("rotation done in the database");
    return record(name, definition, password, { sessions, backstage });
  });
}

async function record(
  name: string,
  definition: StaticRoleDefinition,
  password: string,
  { backstage: { storage, clock } }: Workplace,
): Promise<StaticRole> {
  const role = { ...definition, password, rotatedAt: clock.now() };
  await storage.commit([staticRoles.put(name, role), announcements.remove(name)]);
  return role;
}

/** Whether the server lets the user in with `password`; undefined when that cannot be found out. */
async function isAccepted(
  { connection: connectionName, username }: StaticRoleDefinition,
  password: string,
  { sessions, backstage }: Workplace,
): Promise<boolean | undefined> {
  return sessions.use(connectionName, backstage, async ({ connection: { details }, plugin }) => {
    if (!decidesLogin("username", plugin, details) || !decidesLogin("password", plugin, details)) return undefined;
    try {
      return await sessions.admits(plugin, { ...details, username, password });
    } catch (error) {
      // the user is kept out for another reason, or nobody answers: the password may hold all the same
      if (error instanceof DatabaseRefusal) return undefined;
      throw error;
    }
  });
}
