import { DatabaseRefusal } from "../ports/databases.ts";
import type { Connection } from "./connection.ts";
import { pluginNamed } from "./plugins/catalogue.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Warns a client who configures a connection, or rotates its root user, that its users do not survive a restart of the server: as it is
 * configured or, where `sessions` are given, as the server answers.
 */
export async function persistenceWarnings(
  { pluginName, details }: Connection,
  sessions: Sessions | undefined,
): Promise<readonly string[]> {
  const plugin = pluginNamed(pluginName);
  let warning = plugin.persistence?.(details).warning;
  try {
    warning ??= await sessions?.persistenceWarning(plugin, details);
  } catch (cause) {
    // A root user may store all users and still not read the server's configuration.
    if (!(cause instanceof DatabaseRefusal)) throw cause;
  }
  return warning === undefined ? [] : [warning];
}
