import type { MountContext, MountType } from "../core/mounts/mount-type.ts";
import type { Certificates } from "../ports/certificates.ts";
import type { Databases } from "../ports/databases.ts";
import { connections } from "./connections/connection.ts";
import { Sessions } from "./connections/sessions.ts";
import { dynamicLeases, type LeasedUser } from "./credentials/dynamic-leases.ts";
import { connectionEndpoints } from "./endpoints/connection.ts";
import { credentialsEndpoint } from "./endpoints/credentials.ts";
import { dynamicRoleEndpoints } from "./endpoints/dynamic-role.ts";
import { resetEndpoint } from "./endpoints/reset.ts";
import { rotateRoleEndpoint } from "./endpoints/rotate-role.ts";
import { rotateRootEndpoint } from "./endpoints/rotate-root.ts";
import { staticCredentialsEndpoint } from "./endpoints/static-credentials.ts";
import { staticRoleEndpoints } from "./endpoints/static-role.ts";
import { pluginNames } from "./plugins/catalogue.ts";
import { scheduleRootRecoveries } from "./rotation/root-rotation.ts";
import { scheduleRotations } from "./rotation/rotation-schedule.ts";

type DatabasePorts = Readonly<{ databases: Databases; certificates: Certificates }>;

export function databaseEngine({ databases, certificates }: DatabasePorts): MountType {
  const sessions = new Sessions(databases);
  return {
    type: "database",
    kind: "secret",
    plugins: pluginNames,
    endpoints: [
      ...connectionEndpoints(sessions),
      resetEndpoint(sessions),
      rotateRootEndpoint(sessions),
      ...dynamicRoleEndpoints(certificates),
      credentialsEndpoint(sessions, certificates),
      ...staticRoleEndpoints(sessions),
      staticCredentialsEndpoint,
      rotateRoleEndpoint(sessions),
    ],
    leases: { ...dynamicLeases(sessions), server: (internal) => (internal as LeasedUser).connection },

    async resume(context: MountContext) {
      const deps = { sessions, context };
      context.agenda.cancelAll();
      await sessions.retireAll(context.mount);
      if (!context.isPrimary()) return;
      await scheduleRotations(deps);
      await scheduleRootRecoveries(deps);
    },

    changed(keys, { mount, log }) {
      for (const name of keys.map(connections.nameOf)) {
        if (name === undefined) continue;
        sessions.retire(name, mount).catch((error: unknown) => {
          log.warn("a database session could not be closed", { connection: name, reason: String(error) });
        });
      }
    },

    async close({ agenda, mount }: MountContext) {
      agenda.cancelAll();
      await sessions.retireAll(mount);
    },
  };
}
