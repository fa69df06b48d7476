import { Problem } from "../api/problem.ts";
import type { Mount, MountContext } from "../core/mounts/mount-type.ts";
import type { DatabaseSession, Databases } from "../ports/databases.ts";
import { type Ask, attemptedSession, eitherSession } from "./attempted-session.ts";
import { type Connection, connectionNamed, connections } from "./connection.ts";
import { persistingSession } from "./persisting-session.ts";
import { pluginNamed } from "./plugins/catalogue.ts";
import type { Details, Plugin } from "./plugins/plugin.ts";
import { isLoginRefusal, refusalText } from "./refusal.ts";
import { sessionSettings } from "./session-settings.ts";

/** A connection as it is configured, and the root user's session on it. */
export type OpenConnection = Readonly<{ connection: Connection; plugin: Plugin; session: DatabaseSession }>;

type Held = { readonly address: string; readonly session: DatabaseSession; users: number; retired: boolean };

/**
 * The sessions at database servers, at most one for each connection of each mount. A session that is no longer right is
 * retired: the next task gets a new one, and it is closed when the last task on it is done.
 */
export class Sessions {
  readonly #databases: Databases;
  readonly #held = new Map<string, Map<string, Held>>();

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /**
   * Does `task` on the connection's session. A login that is refused because the root user's password was changed meanwhile is tried again with
   * the one that holds. Throws a Problem "failed" when there is no such connection.
   */
  async use<T>(name: string, { mount, storage }: MountContext, task: (open: OpenConnection) => Promise<T>): Promise<T> {
    const connection = await connectionNamed(name, storage);
    const plugin = pluginNamed(connection.pluginName);
    let { held, replaced } = this.#take(name, mount, connection);
    await replaced;
    const attempt = async <R>(ask: Ask<R>): Promise<R> => {
      const asked = held;
      try {
        return await ask(asked.session);
      } catch (refusal) {
        if (!isLoginRefusal(refusal)) throw refusal;
        const current = await connections.read(storage, name);
        if (!current || !isSameButPassword(connection, current) || addressOf(current) === asked.address) throw refusal;
        // Another question of the task may have found it out before.
        if (held === asked) {
          ({ held, replaced } = this.#take(name, mount, current));
          await Promise.all([replaced, leave(asked)]);
        }
        return attempt(ask);
      }
    };
    try {
      return await task({ connection, plugin, session: attemptedSession(attempt, async () => {}) });
    } finally {
      await leave(held);
    }
  }

  /** Makes the outcome of all that was done to the user `username` final. Throws a Problem "failed" when that is not known. */
  async settle(name: string, username: string, context: MountContext): Promise<void> {
    await this.use(name, context, async ({ connection, session }) => {
      try {
        await session.settle(username);
      } catch (cause) {
        throw new Problem("failed", refusalText(cause, [connection.details.password ?? ""]), { cause });
      }
    });
  }

  /** Makes the next task on the connection start with a new session. */
  async retire(name: string, mount: Mount): Promise<void> {
    const held = this.#held.get(mount.uuid)?.get(name);
    if (!held) return;
    this.#held.get(mount.uuid)?.delete(name);
    held.retired = true;
    await closeUnused(held);
  }

  async retireAll(mount: Mount): Promise<void> {
    const names = [...(this.#held.get(mount.uuid)?.keys() ?? [])];
    await Promise.all(names.map((name) => this.retire(name, mount)));
    this.#held.delete(mount.uuid);
  }

  /** Logs in with `details`, and makes the outcome of what was done to `username` final. Rejects with a `DatabaseRefusal`. */
  async settleAs(plugin: Plugin, details: Details, username: string): Promise<void> {
    await this.#during(plugin, details, (session) => session.settle(username));
  }

  /** Logs in with `details` and out again. Rejects with a `DatabaseRefusal`. */
  async verify(plugin: Plugin, details: Details): Promise<void> {
    await this.#during(plugin, details, (session) => session.verify());
  }

  /** Logs in with `details`, has the server store its users where they ask for that, and logs out. Rejects with a `DatabaseRefusal`. */
  async persist(plugin: Plugin, details: Details): Promise<void> {
    const statements = persistenceStatements(plugin, details);
    if (statements.length === 0) return;
    await this.#during(plugin, details, (session) => session.transact(statements));
  }

  /** A warning where the server keeps no users over its restart though it takes the statements for that. Rejects with a `DatabaseRefusal`. */
  async persistenceWarning(plugin: Plugin, details: Details): Promise<string | undefined> {
    const { warningOf } = plugin.persistence?.(details) ?? {};
    return warningOf && this.#during(plugin, details, warningOf);
  }

  /** Whether the server accepts a login with `details`. Rejects when it does not say. */
  async admits(plugin: Plugin, details: Details): Promise<boolean> {
    try {
      await this.verify(plugin, details);
      return true;
    } catch (refusal) {
      if (isLoginRefusal(refusal)) return false;
      throw refusal;
    }
  }

  /** Runs `task` on a session of its own. */
  async #during<T>(plugin: Plugin, details: Details, task: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const session = this.#open(plugin, details);
    try {
      return await task(session);
    } finally {
      await session.close();
    }
  }

  #open(plugin: Plugin, details: Details): DatabaseSession {
    const session = this.#databases.open(plugin.kind, plugin.address(details), sessionSettings(details));
    return persistingSession(session, persistenceStatements(plugin, details));
  }

  /** The session of a connection; while the root user is being given a password, one that finds out which of the two holds. */
  #opened({ pluginName, details, pendingPassword }: Connection): DatabaseSession {
    const plugin = pluginNamed(pluginName);
    const stored = this.#open(plugin, details);
    if (pendingPassword === null) return stored;
    return eitherSession(this.#open(plugin, { ...details, password: pendingPassword }), stored);
  }

  /** The session for a connection as it is now, one user more on it; `replaced` resolves when the one before it is closed, unless it is in use. */
  #take(name: string, mount: Mount, connection: Connection): Readonly<{ held: Held; replaced?: Promise<void> }> {
    const address = addressOf(connection);
    const found = this.#held.get(mount.uuid)?.get(name);
    if (found?.address === address) {
      found.users += 1;
      return { held: found };
    }
    const held = { address, session: this.#opened(connection), users: 1, retired: false };
    const ofMount = this.#held.get(mount.uuid) ?? new Map<string, Held>();
    this.#held.set(mount.uuid, ofMount.set(name, held));
    if (!found) return { held };
    found.retired = true;
    return { held, replaced: closeUnused(found) };
  }
}

/** By what one session is told from another. It is asked for at every task: what is stored is the same object as long as it is the same. */
function addressOf(connection: Connection): string {
  const known = addresses.get(connection);
  if (known !== undefined) return known;
  const { pluginName, details, pendingPassword } = connection;
  const address = JSON.stringify([
    pluginName,
    pluginNamed(pluginName).address(details),
    sessionSettings(details),
    persistenceStatements(pluginNamed(pluginName), details),
    pendingPassword,
  ]);
  addresses.set(connection, address);
  return address;
}

const addresses = new WeakMap<Connection, string>();

/** Whether two states of a connection lead to one server, as one user: only passwords may differ. */
function isSameButPassword(one: Connection, other: Connection): boolean {
  const of = ({ details, ...rest }: Connection) =>
    addressOf({ ...rest, details: { ...details, password: "any" }, pendingPassword: null });
  return of(one) === of(other);
}

function persistenceStatements(plugin: Plugin, details: Details): readonly string[] {
  return plugin.persistence?.(details).statements ?? [];
}

async function leave(held: Held): Promise<void> {
  held.users -= 1;
  await closeUnused(held);
}

async function closeUnused({ retired, users, session }: Held): Promise<void> {
  if (retired && users === 0) await session.close();
}
