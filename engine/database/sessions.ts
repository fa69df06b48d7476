import { Problem } from "../api/problem.ts";
import type { Mount, MountContext } from "../core/mounts/mount-type.ts";
import type { DatabaseSession, Databases } from "../ports/databases.ts";
import { type Connection, connectionNamed } from "./connection.ts";
import { pluginNamed } from "./plugins/catalogue.ts";
import type { Details, Plugin } from "./plugins/plugin.ts";
import { isLoginRefusal, loginRefusalText, refusalText } from "./refusal.ts";
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
  readonly #addresses = new WeakMap<Details, string>();

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** Does `task` on the connection's session. Throws a Problem "failed" when there is no such connection, or no password for it. */
  async use<T>(name: string, { mount, storage }: MountContext, task: (open: OpenConnection) => Promise<T>): Promise<T> {
    const connection = await connectionNamed(name, storage);
    const plugin = pluginNamed(connection.pluginName);
    const pending = await this.#passwordOf(connection);
    const details = pending ? { ...connection.details, ...pending } : connection.details;
    const held = await this.#take(name, mount, plugin, details);
    try {
      return await task({ connection, plugin, session: held.session });
    } finally {
      held.users -= 1;
      await closeUnused(held);
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
    const session = this.#open(plugin, details);
    try {
      await session.settle(username);
    } finally {
      await session.close();
    }
  }

  /** Logs in with `details` and out again. Rejects with a `DatabaseRefusal`. */
  async verify(plugin: Plugin, details: Details): Promise<void> {
    const session = this.#open(plugin, details);
    try {
      await session.verify();
    } finally {
      await session.close();
    }
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

  /** The root user's password. While it is being changed, a login with the new one shows which of the two holds. */
  async #passwordOf({ pluginName, details, pendingPassword }: Connection): Promise<{ password: string } | undefined> {
    if (pendingPassword === null) return undefined;
    const pending = { password: pendingPassword };
    try {
      return (await this.admits(pluginNamed(pluginName), { ...details, ...pending })) ? pending : undefined;
    } catch (cause) {
      throw new Problem("failed", loginRefusalText(cause, [pendingPassword]), { cause });
    }
  }

  #open(plugin: Plugin, details: Details): DatabaseSession {
    return this.#databases.open(plugin.kind, plugin.address(details), sessionSettings(details));
  }

  /** By what one session is told from another. It is asked for at every task: what is stored is the same object as long as it is the same. */
  #addressOf(plugin: Plugin, details: Details): string {
    const known = this.#addresses.get(details);
    if (known !== undefined) return known;
    const address = JSON.stringify([plugin.address(details), sessionSettings(details)]);
    this.#addresses.set(details, address);
    return address;
  }

  /** The session for `details`, one user more on it. */
  async #take(name: string, mount: Mount, plugin: Plugin, details: Details): Promise<Held> {
    const address = this.#addressOf(plugin, details);
    const found = this.#held.get(mount.uuid)?.get(name);
    if (found?.address === address) {
      found.users += 1;
      return found;
    }
    const opened = { address, session: this.#open(plugin, details), users: 1, retired: false };
    const ofMount = this.#held.get(mount.uuid) ?? new Map<string, Held>();
    this.#held.set(mount.uuid, ofMount.set(name, opened));
    if (found) {
      found.retired = true;
      await closeUnused(found);
    }
    return opened;
  }
}

async function closeUnused({ retired, users, session }: Held): Promise<void> {
  if (retired && users === 0) await session.close();
}
