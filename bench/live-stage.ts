import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { live } from "#harness/stages/live.ts";
import type { Stage, Topology } from "#harness/stages/stage.ts";

/**
 * Opens a live stage with a cloud endpoint. The address of its database server is one at which no server listens. Log
 * lines are not printed.
 */
export function liveStage(topology: Topology): Promise<Stage> {
  const nowhere = "postgresql://unused@127.0.0.1:1/postgres";
  return live({
    topology,
    database: postgresqlByUrl({ url: nowhere, description: "none" }),
    cloud: (now) => embeddedCloud({ now }),
    log: { level: "silent", destination: { write() {} } },
  });
}
