// Runs a cluster with dynamic roles on the database "main". The input contains the connection's fields and the
// statements.
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { callOver } from "#harness/api/http-call.ts";
import { inputOf, report } from "./child-process.ts";

const rootToken = "root";

const { connection, roles } = inputOf(
  z.object({ connection: z.record(z.string(), z.unknown()), roles: z.record(z.string(), z.array(z.string())) }),
);

const cluster = await startCluster({ name: "Oslo", rootToken });

async function write(path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const reply = await callOver(cluster.api, { method: "POST", path, token: rootToken, body });
  if (reply.status >= 300) throw new Error(`${path} was answered with ${reply.status}: ${JSON.stringify(reply.body)}`);
}

await write("sys/mounts/database", { type: "database" });
await write("database/config/main", { ...connection, allowed_roles: "*" });
for (const [role, creation_statements] of Object.entries(roles)) {
  await write(`database/roles/${role}`, { db_name: "main", creation_statements, default_ttl: "1h" });
}
report({ address: cluster.api, rootToken });
