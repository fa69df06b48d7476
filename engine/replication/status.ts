import type { JsonObject } from "../api/json.ts";
import { timeText } from "../api/time.ts";
import { isBootstrapping } from "./machine/data-phase.ts";
import type { PrimaryRecord, SecondaryRecord } from "./machine/record.ts";
import type { Primary, Replica, Secondary } from "./machine/state.ts";

/** The reference's words for what a cluster is (reference-facts.md, 1.4). */
export type Mode = "disabled" | "bootstrapping" | "primary" | "secondary";

export function modeOf(state: Replica): Mode {
  return state.role === "secondary" && isBootstrapping(state.record.data) ? "bootstrapping" : state.role;
}

/** What `sys/replication/performance/status` shows, with the reference's names as far as they stand for something here (1.2, 1.3). */
export function statusOf(state: Replica): JsonObject {
  switch (state.role) {
    case "disabled":
      return { mode: "disabled" };
    case "primary":
      return ofPrimary(state);
    case "secondary":
      return ofSecondary(state);
  }
}

function ofPrimary({ record, log, secondaries }: Primary): JsonObject {
  return {
    mode: "primary",
    state: "running",
    cluster_id: idOf(record),
    primary_cluster_addr: record.address,
    known_secondaries: record.secondaries.map(({ id }) => id),
    secondaries: record.secondaries.map(({ id }) => {
      const secondary = secondaries.find(({ peer }) => peer === id);
      const connected = secondary !== undefined && secondary.phase !== "away";
      return {
        node_id: id,
        connection_status: connected ? "connected" : "disconnected",
        api_address: secondary?.addresses.api ?? "",
        cluster_address: secondary?.addresses.cluster ?? "",
        ...(secondary
          ? { last_heartbeat: timeText(secondary.heardAt), last_acknowledged_wal: secondary.acknowledged }
          : {}),
      };
    }),
    last_wal: log.last,
    last_performance_wal: log.last,
  };
}

function ofSecondary(state: Secondary): JsonObject {
  const { record, log, connection, startedAt, heardAt } = state;
  const address = record.upstream?.address ?? "";
  const connected = connection.phase === "connected";
  return {
    mode: modeOf(state),
    state: stateOf(state),
    connection_state: connectionStates[connection.phase](state),
    cluster_id: idOf(record),
    secondary_id: record.id,
    primary_cluster_addr: address,
    known_primary_cluster_addrs: address === "" ? [] : [address],
    primaries:
      record.upstream === null
        ? []
        : [
            {
              api_address: connected ? connection.addresses.api : "",
              cluster_address: address,
              connection_status: connected ? "connected" : "disconnected",
              ...(heardAt === null ? {} : { last_heartbeat: timeText(heardAt) }),
            },
          ],
    last_wal: log.last,
    last_remote_wal: log.last,
    last_start: timeText(startedAt),
    discarded_entries: record.discarded,
  };
}

/** The key of its paths filter (performance-replication-api.md, "Paths filter"): each member has its own, and its founder the set's. */
function idOf({ set, cluster }: PrimaryRecord | SecondaryRecord): string {
  return cluster || set;
}

/** Clients know only the reference's words: a copy of all keys goes by the name of the copy of those that differ. */
function stateOf({ connection, record }: Secondary): string {
  if (connection.phase !== "connected" || !connection.greeted) return "idle";
  return record.data.phase === "copying" ? "merkle-sync" : "stream-wals";
}

/** The words of gRPC, which the reference speaks. */
const connectionStates: Readonly<Record<Secondary["connection"]["phase"], (state: Secondary) => string>> = {
  none: ({ record }) => (record.data.phase === "complete" ? "shutdown" : "idle"),
  waiting: () => "transient_failure",
  dialling: () => "connecting",
  connected: () => "ready",
};
