// Runs a cluster with a simulated database, a dynamic role, and static roles whose rotations are spread over an hour.
// On "rotations", reports the rotations since the last report: their delays, the database's time for them, and the
// processor time of this process.
import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import { staticRoles } from "#engine/database/roles/static-role.ts";
import type { Databases } from "#engine/ports/databases.ts";
import { inProcessDatabases } from "#harness/databases/simulated/in-process-databases.ts";
import { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import { inside } from "../large-store.ts";
import { mountStorage } from "../mount-storage.ts";
import { operatorOf } from "../operator.ts";
import { inputOf, report } from "./child-process.ts";

const { roles, leadSeconds } = inputOf(z.object({ roles: z.int(), leadSeconds: z.int() }));

const rootToken = "root";
const unsealKey = new Uint8Array(32).fill(7);
const batchRoles = 1000;
const periodSeconds = 3600;

const administrator = { username: "administrator", password: "Root-password-1" };
const database = new SimulatedDatabase({ administrator, now: Date.now });
const store = inMemory();

let lateness: number[] = [];
let databaseMilliseconds = 0;
const due = new Map<string, number>();

function watched(databases: Databases): Databases {
  return {
    open(...place) {
      const session = databases.open(...place);
      return {
        ...session,
        async transact(statements, about) {
          const at = due.get(about?.subject ?? "");
          if (at !== undefined) lateness.push(Date.now() - at);
          const begun = performance.now();
          const done = session.transact(statements, about);
          databaseMilliseconds += performance.now() - begun;
          await done;
        },
      };
    },
  };
}

const inProcess = watched(inProcessDatabases(new Map([["own", database]])));
const start = () => startCluster({ name: "Oslo", rootToken, unsealKey, store, inProcess });

const mount = await (async () => {
  await using empty = await start();
  const operator = operatorOf(empty, rootToken);
  await operator.write("sys/mounts/database", { type: "database" });
  const { username, password } = administrator;
  await operator.write("database/config/main", {
    plugin_name: "simulated-database-plugin",
    connection_url: "simulated://{{username}}:{{password}}@own",
    ...{ username, password, allowed_roles: "*" },
  });
  await operator.write("database/roles/member", {
    db_name: "main",
    creation_statements: ['{"create": "{{name}}", "password": "{{password}}", "until": "{{expiration}}"}'],
    default_ttl: "1h",
  });
  return String((await operator.read("sys/mounts/database")).uuid);
})();

const firstDue = Date.now() + leadSeconds * 1000;
await inside(store, unsealKey, async (plain) => {
  const storage = mountStorage(plain, mount);
  const session = database.logIn(administrator.username, { password: administrator.password });
  for (let made = 0; made < roles; made += batchRoles) {
    const numbers = Array.from({ length: Math.min(batchRoles, roles - made) }, (_, number) => made + number);
    session.execute(numbers.map((number) => JSON.stringify({ create: `app-${number}`, password: "before" })));
    await storage.commit(
      numbers.map((number) => {
        const at = firstDue + Math.floor((number / roles) * periodSeconds * 1000);
        due.set(`app-${number}`, at);
        return staticRoles.put(`role-${number}`, {
          ...{ connection: "main", username: `app-${number}`, rotationPeriodSeconds: periodSeconds },
          ...{ rotationStatements: [], credentialType: "password" as const, credentialConfig: {} },
          ...{ password: "before", rotatedAt: at - periodSeconds * 1000 },
        });
      }),
    );
    await passed();
  }
  session.close();
});
const cluster = await start();
// Until all rotations are scheduled, the state is not steady.
await passed(Math.max(0, firstDue - Date.now()));

let cpu = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  report({ lateness, databaseMilliseconds, cpuMilliseconds: (user + system) / 1000 });
  lateness = [];
  databaseMilliseconds = 0;
});
report({ address: cluster.api, rootToken, leaseRevocation: "/v1/sys/leases/revoke" });
