import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { live } from "#harness/stages/live.ts";
import type { Stage, Topology } from "#harness/stages/stage.ts";

/**
 * Opens a live stage with a cloud and with the address of a database server, which need not exist. As by default in
 * `up`, nothing is logged, so the benchmarks include the cost of log lines that are not printed.
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
