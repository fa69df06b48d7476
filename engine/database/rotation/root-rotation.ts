import { reasonOf } from "../../api/errors/reason.ts";
import { Problem, wrapped } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import {
  type Connection,
  connectionLock,
  connectionNamed,
  connections,
  decidesLogin,
} from "../connections/connection.ts";
import { isCertain, loginRefusalText, refusalText } from "../connections/refusal.ts";
import type { OpenConnection } from "../connections/sessions.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import type { Details } from "../plugins/plugin.ts";
import type { RotationContext } from "./rotation.ts";
import { retrySeconds } from "./rotation-schedule.ts";
import { whilePrimary } from "./while-primary.ts";

// Tasks of this file run under `connectionLock(name)`, one at a time for each connection.

/**
 * Rotates the password of a connection's root user. If the cluster crashes during the rotation, `recoverRoot`
 * determines which password is valid. If the server refuses the change, the old password is kept.
 */
export async function rotateRoot(name: string, deps: RotationContext): Promise<void> {
  await recoverRoot(name, deps);
  await deps.sessions.use(name, deps.context, async (open) => {
    checkRotatable(open);
    const { connection } = open;
    const pendingPassword = await deps.context.passwords.generate(connection.passwordPolicy);
    await deps.context.storage.commit([connections.put(name, { ...connection, pendingPassword })]);
    await deps.context.failpoint("root rotation announced");
    await changePassword(name, pendingPassword, open, deps);
    await deps.context.failpoint("root rotation done in the database");
    await recoverRoot(name, deps);
    const { details } = await connectionNamed(name, deps.context.storage);
    if (details.password === pendingPassword) return;
    throw new Problem("failed", "failed to update user: the statements did not change the password");
  });
}

/** Completes a pending root rotation, if there is one: stores the valid password as the only one. */
async function recoverRoot(name: string, deps: RotationContext): Promise<void> {
  const { storage, mount } = deps.context;
  const connection = await connections.read(storage, name);
  if (!connection || connection.pendingPassword === null) return;
  await deps.sessions.settle(name, connection.details.username ?? "", deps.context);
  const password = await passwordThatHolds(connection, deps);
  const details = { ...connection.details, password };
  await persist(connection, details, deps);
  await storage.commit([connections.put(name, { ...connection, details, pendingPassword: null })]);
  await deps.context.failpoint("root rotation recorded");
  await deps.sessions.retire(name, mount);
}

export async function scheduleRootRecoveries(deps: RotationContext): Promise<void> {
  const { storage, clock } = deps.context;
  for (const name of await connections.names(storage)) {
    const connection = await connections.read(storage, name);
    if (connection && connection.pendingPassword !== null) scheduleRecovery(name, clock.now(), deps);
  }
}

const openText = `it is not known which password holds; both are kept, and the check is repeated in ${retrySeconds} s`;

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
  deps: RotationContext,
): Promise<void> {
  const { username = "" } = connection.details;
  try {
    await plugin.changeCredential(whilePrimary(session, deps.context), {
      username,
      credential: { type: "password", password },
      rotation: connection.rootRotationStatements,
    });
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const why = wrapped(refusalText(cause, [password, connection.details.password ?? ""]));
    if (isCertain(cause)) {
      await deps.context.storage.commit([connections.put(name, connection)]);
      throw new Problem("failed", `failed to update user: ${why}`, { cause });
    }
    scheduleRecovery(name, deps.context.clock.now() + retrySeconds * 1000, deps);
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
  throw new Problem("failed", "the root user can log in neither with its password nor with the pending one");
}

async function persist({ pluginName }: Connection, details: Details, { sessions }: RotationContext): Promise<void> {
  try {
    await sessions.persist(pluginNamed(pluginName), details);
  } catch (cause) {
    throw new Problem("failed", refusalText(cause, [details.password ?? ""]), { cause });
  }
}

function scheduleRecovery(name: string, when: Instant, deps: RotationContext): void {
  const { context } = deps;
  context.agenda.arrange(`root rotation of ${name}`, when, () =>
    context.withLock(connectionLock(name), async () => {
      if (!context.isPrimary()) return;
      try {
        await recoverRoot(name, deps);
      } catch (error) {
        context.log.warn("a root rotation could not be finished", {
          connection: name,
          retrySeconds,
          reason: reasonOf(error),
        });
        scheduleRecovery(name, context.clock.now() + retrySeconds * 1000, deps);
      }
    }),
  );
}
