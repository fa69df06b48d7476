// Runs a cluster with connections "0", "1"… to one PostgreSQL server, each with a role of the same name. On a message,
// its clock leaps beyond the end of all leases.
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { operatorOf } from "../operator.ts";
import { painterToken } from "../painter.ts";
import { inputOf, report } from "./child-process.ts";

const { url, connections, creation, revocation } = inputOf(
  z.object({ url: z.string(), connections: z.int(), creation: z.array(z.string()), revocation: z.array(z.string()) }),
);

const rootToken = "root";
const ttlSeconds = 3600;

const cluster = await startCluster({ name: "Oslo", rootToken });
const operator = operatorOf(cluster, rootToken);
const token = await painterToken(operator);
await operator.write("sys/mounts/database", { type: "database" });
for (let number = 0; number < connections; number++) {
  await operator.write(`database/config/${number}`, {
    ...{ plugin_name: "postgresql-database-plugin", connection_url: url, verify_connection: false, allowed_roles: "*" },
  });
  await operator.write(`database/roles/${number}`, {
    ...{ db_name: String(number), default_ttl: ttlSeconds },
    ...{ creation_statements: creation, revocation_statements: revocation },
  });
}
process.on("message", () => cluster.clock.leap(2 * ttlSeconds * 1000));
report({ address: cluster.api, rootToken, token });
