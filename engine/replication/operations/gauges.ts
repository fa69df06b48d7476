import type { Reading } from "../../core/metrics/metrics.ts";
import type { Replica } from "../machine/state.ts";
import { lagOf } from "./lag.ts";

/**
 * Returns the metrics of replication; none while it is disabled. A primary reports each connected secondary under its
 * id, a secondary reports itself. The parts `wal` and `fsm` in the names are the reference's. Lag is in entries, and on
 * a secondary also in milliseconds.
 */
export function replicationGauges(state: Replica, now: number): readonly Reading[] {
  const gauge = (name: string, value: number, labels: Reading["labels"] = {}) => ({
    name: `vault.replication.${name}`,
    labels,
    value,
  });
  switch (state.role) {
    case "disabled":
      return [];
    case "primary": {
      const connected = state.secondaries.filter(({ phase }) => phase !== "away");
      return [
        gauge("wal.last_wal", state.log.last),
        gauge("wal.last_performance_wal", state.log.last),
        gauge("connected_secondaries", connected.length),
        ...connected.map(({ peer, acknowledged }) =>
          gauge("lag_entries", state.log.last - acknowledged, { secondary: peer }),
        ),
      ];
    }
    case "secondary": {
      const lag = lagOf(state, now);
      return [
        gauge("wal.last_wal", state.log.last),
        gauge("fsm.last_remote_wal", state.log.last),
        gauge("lag_entries", lag.entries),
        gauge("lag_ms", lag.milliseconds),
      ];
    }
  }
}
