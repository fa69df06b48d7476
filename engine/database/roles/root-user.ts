import { Problem, quoted } from "../../api/problem.ts";
import type { Connection } from "../connections/connection.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import type { StaticRoleDefinition } from "./static-role.ts";

type Managed = Pick<StaticRoleDefinition, "username" | "rotationStatements">;

/**
 * Throws a Problem "refused" if a static role would manage the root user of the connection: clients that read the
 * role's password could log in as the root user, and the connection would fail after the next rotation.
 */
export function checkNotRoot(role: Managed, connection: Connection): void {
  if (!isRoot(role, connection)) return;
  throw new Problem(
    "refused",
    `username: ${quoted(role.username)} is the user that the connection logs in as, which rotate-root rotates`,
  );
}

export function isRoot({ username, rotationStatements }: Managed, { pluginName, details }: Connection): boolean {
  const plugin = pluginNamed(pluginName);
  return plugin.isSameUser(username, plugin.userOf(details), { isUnquoted: rotationStatements.length > 0 });
}
