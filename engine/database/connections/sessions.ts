import { Problem } from "../../api/problem.ts";
import type { Mount, MountContext } from "../../core/mounts/mount-type.ts";
import type { DatabaseSession, Databases } from "../../ports/databases.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import type { Details, Plugin } from "../plugins/plugin.ts";
import { type Connection, connectionNamed, connections } from "./connection.ts";
import { delegatingSession, eitherSession, type SessionOperation } from "./delegating-session.ts";
import { persistingSession } from "./persisting-session.ts";
import { isLoginRefusal, refusalText } from "./refusal.ts";
import { sessionSettings } from "./session-settings.ts";

export type OpenConnection = Readonly<{ connection: Connection; plugin: Plugin; session: DatabaseSession }>;

type HeldSession = { readonly address: string; readonly session: DatabaseSession; users: number; retired: boolean };

/**
 * Sessions at database servers, at most one current session for each connection of each mount. A
 * retired session is closed after its last task.
 */
export class Sessions {
  readonly #databases: Databases;
  readonly #held = new Map<string, Map<string, HeldSession>>();

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /**
   * Runs `task` on the session of the connection `name`. If the login is refused because the root user's password was
   * changed meanwhile, the operation of the session is repeated with the new password. Throws a Problem "failed" if the
   * connection does not exist.
   */
  async use<T>(name: string, { mount, storage }: MountContext, task: (open: OpenConnection) => Promise<T>): Promise<T> {
    const connection = await connectionNamed(name, storage);
    const plugin = pluginNamed(connection.pluginName);
    let { held, replaced } = this.#acquire(name, mount, connection);
    await replaced;
    const attempt = async <R>(operation: SessionOperation<R>): Promise<R> => {
      const used = held;
      try {
        return await operation(used.session);
      } catch (refusal) {
        if (!isLoginRefusal(refusal)) throw refusal;
        const current = await connections.read(storage, name);
        if (!current || !isSameButPassword(connection, current) || addressOf(current) === used.address) throw refusal;
        // A concurrent operation of the task may have replaced the session already.
        if (held === used) {
          ({ held, replaced } = this.#acquire(name, mount, current));
          await Promise.all([replaced, release(used)]);
        }
        return attempt(operation);
      }
    };
    try {
      return await task({ connection, plugin, session: delegatingSession(attempt, async () => {}) });
    } finally {
      await release(held);
    }
  }

  /**
   * Ensures that no earlier change of the user can still take effect. Throws a Problem "failed" if the
   * server refuses that or does not respond.
   */
  async settle(name: string, username: string, context: MountContext): Promise<void> {
    await this.use(name, context, async ({ connection, session }) => {
      try {
        await session.settle(username);
      } catch (cause) {
        throw new Problem("failed", refusalText(cause, [connection.details.password ?? ""]), { cause });
      }
    });
  }

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

  /** As {@link settle}, with a login with `details`. Rejects with a `DatabaseRefusal` on failure. */
  async settleAs(plugin: Plugin, details: Details, username: string): Promise<void> {
    await this.#runOnce(plugin, details, (session) => session.settle(username));
  }

  async verify(plugin: Plugin, details: Details): Promise<void> {
    await this.#runOnce(plugin, details, (session) => session.verify());
  }

  /**
   * Makes the server store its users durably, if the connection configures this. Rejects with a
   * `DatabaseRefusal` on failure.
   */
  async persist(plugin: Plugin, details: Details): Promise<void> {
    const statements = persistenceStatements(plugin, details);
    if (statements.length === 0) return;
    await this.#runOnce(plugin, details, (session) => session.transact(statements));
  }

  async persistenceWarning(plugin: Plugin, details: Details): Promise<string | undefined> {
    const { warningOf } = plugin.persistence?.(details) ?? {};
    return warningOf && this.#runOnce(plugin, details, warningOf);
  }

  /**
   * Returns true if the server accepts a login with `details`. Rejects if the server neither accepts nor refuses it.
   */
  async admits(plugin: Plugin, details: Details): Promise<boolean> {
    try {
      await this.verify(plugin, details);
      return true;
    } catch (refusal) {
      if (isLoginRefusal(refusal)) return false;
      throw refusal;
    }
  }

  async #runOnce<T>(plugin: Plugin, details: Details, task: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const session = this.#open(plugin, details);
    try {
      return await task(session);
    } finally {
      await session.close();
    }
  }

  #open(plugin: Plugin, details: Details): DatabaseSession {
    const session = this.#databases.open(plugin.address(details), sessionSettings(details));
    return persistingSession(session, persistenceStatements(plugin, details));
  }

  #openFor({ pluginName, details, pendingPassword }: Connection): DatabaseSession {
    const plugin = pluginNamed(pluginName);
    const stored = this.#open(plugin, details);
    if (pendingPassword === null) return stored;
    return eitherSession(this.#open(plugin, { ...details, password: pendingPassword }), stored);
  }

  #acquire(
    name: string,
    mount: Mount,
    connection: Connection,
  ): Readonly<{ held: HeldSession; replaced?: Promise<void> }> {
    const address = addressOf(connection);
    const found = this.#held.get(mount.uuid)?.get(name);
    if (found?.address === address) {
      found.users += 1;
      return { held: found };
    }
    const held = { address, session: this.#openFor(connection), users: 1, retired: false };
    const ofMount = this.#held.get(mount.uuid) ?? new Map<string, HeldSession>();
    this.#held.set(mount.uuid, ofMount.set(name, held));
    if (!found) return { held };
    found.retired = true;
    return { held, replaced: closeUnused(found) };
  }
}

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

function isSameButPassword(one: Connection, other: Connection): boolean {
  const of = ({ details, ...rest }: Connection) =>
    addressOf({ ...rest, details: { ...details, password: "any" }, pendingPassword: null });
  return of(one) === of(other);
}

function persistenceStatements(plugin: Plugin, details: Details): readonly string[] {
  return plugin.persistence?.(details).statements ?? [];
}

async function release(held: HeldSession): Promise<void> {
  held.users -= 1;
  await closeUnused(held);
}

async function closeUnused({ retired, users, session }: HeldSession): Promise<void> {
  if (retired && users === 0) await session.close();
}
