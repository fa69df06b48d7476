import { Problem, quoted } from "../../api/problem.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { Connection } from "../connections/connection.ts";
import { isRoot } from "../roles/root-user.ts";
import { staticRoles } from "../roles/static-role.ts";
import { pendingRotations } from "./rotation.ts";

/** Throws a Problem "refused" if a static role, or one that is being created, manages the root user of `connection`. */
export async function checkNotManaged(name: string, connection: Connection, storage: Storage): Promise<void> {
  for (const role of new Set([...(await staticRoles.names(storage)), ...(await pendingRotations.names(storage))])) {
    const definition = (await staticRoles.read(storage, role)) ?? (await pendingRotations.read(storage, role))?.created;
    if (definition?.connection !== name || !isRoot(definition, connection)) continue;
    throw new Problem(
      "refused",
      `username: ${quoted(definition.username)} is managed by the static role ${quoted(role)}, and can be no connection's root user`,
    );
  }
}
