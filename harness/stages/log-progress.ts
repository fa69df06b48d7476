import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { ReplicationStatus } from "./cluster-actor.ts";

type LogPositions = Pick<ReplicationStatus, "mode" | "last_performance_wal" | "last_wal" | "last_remote_wal">;

/**
 * Returns the last log position that a cluster has written: `last_performance_wal`, or else `last_wal`, because servers
 * differ. If the status has neither, throws `CannotBePlayed` for a primary and returns 0 for other clusters.
 */
export function writtenBy({ mode, last_performance_wal, last_wal }: LogPositions): number {
  const written = last_performance_wal ?? last_wal;
  if (written === undefined && mode === "primary")
    throw missingCapability("replication", "its status does not report its log position");
  return written ?? 0;
}

export function receivedBy({ last_remote_wal = 0 }: LogPositions): number {
  return last_remote_wal;
}
