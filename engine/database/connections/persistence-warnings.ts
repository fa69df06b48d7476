import { DatabaseRefusal } from "../../ports/databases.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import type { Connection } from "./connection.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Returns a warning if users are known to be lost when the database server restarts. The server is
 * queried only if `sessions` is given.
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
    // A root user may be allowed to store users, but not to read the server's configuration.
    if (!(cause instanceof DatabaseRefusal)) throw cause;
  }
  return warning === undefined ? [] : [warning];
}
