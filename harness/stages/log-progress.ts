import type { ReplicationStatus } from "./cluster-actor.ts";
import { missingCapability } from "./missing-capability.ts";

type Told = Pick<ReplicationStatus, "mode" | "last_performance_wal" | "last_wal" | "last_remote_wal">;

/**
 * How far a cluster's write log is: `last_performance_wal` where its status tells that, else `last_wal`, as servers differ there. Throws `CannotBePlayed` for a
 * primary that tells neither: what its secondaries have cannot be waited for. 0 for a cluster that is no primary and tells nothing.
 */
export function writtenBy({ mode, last_performance_wal, last_wal }: Told): number {
  const written = last_performance_wal ?? last_wal;
  if (written === undefined && mode === "primary")
    throw missingCapability("replication", "its status does not tell how far its log is");
  return written ?? 0;
}

/** How much of its primary's log a secondary has. */
export function receivedBy({ last_remote_wal = 0 }: Told): number {
  return last_remote_wal;
}
