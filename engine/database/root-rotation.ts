import { Problem, wrapped } from "../api/problem.ts";
import { reasonOf } from "../api/reason.ts";
import type { Instant } from "../ports/clock.ts";
import { type Connection, connectionLock, connectionNamed, connections, decidesLogin } from "./connection.ts";
import { pluginNamed } from "./plugins/catalogue.ts";
import type { Details } from "./plugins/plugin.ts";
import { isCertain, loginRefusalText, refusalText } from "./refusal.ts";
import type { RotationContext } from "./rotation.ts";
import { retrySeconds } from "./rotation-schedule.ts";
import type { OpenConnection } from "./sessions.ts";
import { whilePrimary } from "./while-primary.ts";

// The tasks of this file are done under `connectionLock(name)`, never two at a time for one connection.

/**
 * Gives the root user of a connection a new password. After a crash between any two lines `recoverRoot` finds out which
 * password holds. When the server refuses, the old one stays in use.
 */
export async function rotateRoot(name: string, place: RotationContext): Promise<void> {
  await recoverRoot(name, place);
  await place.sessions.use(name, place.context, async (open) => {
    checkRotatable(open);
    const { connection } = open;
    const pendingPassword = await place.context.passwords.generate(connection.passwordPolicy);
    await place.context.storage.commit([connections.put(name, { ...connection, pendingPassword })]);
    await place.context.failpoint("root rotation announced");
    await changePassword(name, pendingPassword, open, place);
    await place.context.failpoint("root rotation done in the database");
    await recoverRoot(name, place);
    const { details } = await connectionNamed(name, place.context.storage);
    if (details.password === pendingPassword) return;
    throw new Problem("failed", "failed to update user: the statements did not change the password");
  });
}

/**
 * Finds out which of two passwords of the root user holds, if that is open, and makes it the stored one. Both are kept until the change is
 * known to be over: the old one logs in as long as it is under way.
 */
async function recoverRoot(name: string, place: RotationContext): Promise<void> {
  const { storage, mount } = place.context;
  const connection = await connections.read(storage, name);
  if (!connection || connection.pendingPassword === null) return;
  await place.sessions.settle(name, connection.details.username ?? "", place.context);
  const password = await passwordThatHolds(connection, place);
  const details = { ...connection.details, password };
  await persist(connection, details, place);
  await storage.commit([connections.put(name, { ...connection, details, pendingPassword: null })]);
  await place.context.failpoint("root rotation recorded");
  await place.sessions.retire(name, mount);
}

/** Arranges that every open root rotation is looked into at once. */
export async function arrangeRootRecoveries(place: RotationContext): Promise<void> {
  const { storage, clock } = place.context;
  for (const name of await connections.names(storage)) {
    const connection = await connections.read(storage, name);
    if (connection && connection.pendingPassword !== null) arrangeRecovery(name, clock.now(), place);
  }
}

const openText = `it is not known which password holds; both are kept, and this is looked into again in ${retrySeconds} s`;

function checkRotatable({ connection: { details }, plugin }: OpenConnection): void {
  const refuse = (what: string) => new Problem("failed", `unable to rotate root credentials: ${what}`);
  if (!details.username) throw refuse("no username in configuration");
  if (!details.password) throw refuse("no password in configuration");
  if (!decidesLogin("password", plugin, details)) throw refuse("connection_url does not use {{password}}");
}

async function changePassword(
  name: string,
  password: string,
  { connection, plugin, session }: OpenConnection,
  place: RotationContext,
): Promise<void> {
  const { username = "" } = connection.details;
  try {
    await plugin.changeCredential(whilePrimary(session, place.context), {
      username,
      credential: { type: "password", password },
      rotation: connection.rootRotationStatements,
    });
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const why = wrapped(refusalText(cause, [password, connection.details.password ?? ""]));
    if (isCertain(cause)) {
      await place.context.storage.commit([connections.put(name, connection)]);
      throw new Problem("failed", `failed to update user: ${why}`, { cause });
    }
    arrangeRecovery(name, place.context.clock.now() + retrySeconds * 1000, place);
    throw new Problem("failed", `failed to update user: ${openText}: ${why}`, { cause });
  }
}

async function passwordThatHolds({ pluginName, details, pendingPassword }: Connection, { sessions }: RotationContext) {
  const plugin = pluginNamed(pluginName);
  const candidates = [pendingPassword ?? "", details.password ?? ""];
  try {
    for (const password of candidates) {
      if (await sessions.admits(plugin, { ...details, password })) return password;
    }
  } catch (cause) {
    throw new Problem("failed", loginRefusalText(cause, candidates), { cause });
  }
  throw new Problem("failed", "the root user can log in neither with its password nor with the one it was being given");
}

/** Until the server has stored the password, a restart of it could bring the old one back: so both are kept. */
async function persist({ pluginName }: Connection, details: Details, { sessions }: RotationContext): Promise<void> {
  try {
    await sessions.persist(pluginNamed(pluginName), details);
  } catch (cause) {
    throw new Problem("failed", refusalText(cause, [details.password ?? ""]), { cause });
  }
}

function arrangeRecovery(name: string, when: Instant, place: RotationContext): void {
  const { context } = place;
  context.agenda.arrange(`root rotation of ${name}`, when, () =>
    context.withLock(connectionLock(name), async () => {
      if (!context.isPrimary()) return;
      try {
        await recoverRoot(name, place);
      } catch (error) {
        context.log.warn("a root rotation could not be finished", {
          connection: name,
          retrySeconds,
          reason: reasonOf(error),
        });
        arrangeRecovery(name, context.clock.now() + retrySeconds * 1000, place);
      }
    }),
  );
}
