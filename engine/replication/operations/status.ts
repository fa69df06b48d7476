import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import { attemptsWithoutProgress, isHelloAnswered } from "../machine/connection/connection.ts";
import { isBootstrapping } from "../machine/record/data-phase.ts";
import type { DiscardedBranch, PrimaryRecord, SecondaryRecord } from "../machine/record/record.ts";
import type { Primary, Replica, Secondary } from "../machine/state.ts";
import type { SyncProgress } from "../merkle/comparison.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import { claimOf, isFenced, isSucceeded, latestClaim } from "../protocol/claim.ts";
import type { Filtered } from "../protocol/filtered.ts";
import { type PeerId, upstreamPeer } from "../protocol/peer.ts";
import type { LinkFacts } from "../runtime/link-stats.ts";
import { lagOf } from "./lag.ts";

/** Mode of a cluster as in the reference (REPL-STATUS-02; docs/differences.md, "Replication and other editions"). */
export type Mode = "disabled" | "bootstrapping" | "primary" | "secondary";

export function modeOf(state: Replica): Mode {
  return state.role === "secondary" && isBootstrapping(state.record.data) ? "bootstrapping" : state.role;
}

export type StatusSources = Readonly<{
  tree: MerkleTree;
  progress: SyncProgress | undefined;
  now: Instant;
  linkFactsOf: (peer: PeerId) => LinkFacts;
}>;

/** Returns the data of `sys/replication/performance/status`, with the reference's names where it has the same data. */
export function statusOf(state: Replica, sources: StatusSources): JsonObject {
  switch (state.role) {
    case "disabled":
      return {
        mode: "disabled",
        ...(state.refusedBecause === undefined ? {} : { secondary_enable_error: state.refusedBecause }),
      };
    case "primary":
      return ofPrimary(state, sources);
    case "secondary":
      return ofSecondary(state, sources);
  }
}

function ofPrimary({ record, log, secondaries }: Primary, { tree, now, linkFactsOf }: StatusSources): JsonObject {
  return {
    mode: "primary",
    state: isFenced(record) ? "fenced" : "running",
    cluster_id: idOf(record),
    era: claimOf(record.history).epoch,
    ...(isSucceeded(record) ? { fenced_by_era: latestClaim(record).epoch } : {}),
    ...(record.outdated
      ? { outdated_store: { ahead: record.outdated.secondary, ahead_wal: record.outdated.last } }
      : {}),
    ...discardedBranchIn(record),
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
          ? {
              last_heartbeat: timeText(secondary.lastReceivedAt),
              last_acknowledged_wal: secondary.acknowledged,
              lag_entries: log.last - secondary.acknowledged,
              ...ofLink(linkFactsOf(id), now),
              merkle_root: tree.root(secondary.filtered),
            }
          : {}),
      };
    }),
    last_wal: log.last,
    last_performance_wal: log.last,
    ...ofTree(tree),
  };
}

function ofLink({ clockSkewMilliseconds, roundTripMilliseconds, caughtUpAt }: LinkFacts, now: Instant): JsonObject {
  const age = caughtUpAt === undefined ? undefined : Math.max(0, Math.round(now - caughtUpAt));
  return {
    ...(clockSkewMilliseconds === undefined ? {} : { clock_skew_ms: String(clockSkewMilliseconds) }),
    ...(roundTripMilliseconds === undefined ? {} : { last_heartbeat_duration_ms: String(roundTripMilliseconds) }),
    ...(age === undefined ? {} : { replication_primary_canary_age_ms: String(age) }),
  };
}

function ofTree(tree: MerkleTree): JsonObject {
  const { building = null, reindexedAt = 0, checkedAt = 0, corrupted = false } = tree.record ?? {};
  return {
    merkle_root: tree.root(nothingFiltered),
    corrupted_merkle_tree: corrupted,
    last_corruption_check_epoch: String(checkedAt === 0 ? zeroTime : Math.floor(checkedAt / 1000)),
    last_reindex_epoch: String(Math.floor(reindexedAt / 1000)),
    ssct_generation_counter: 0,
    ...(building === null
      ? {}
      : {
          reindex_in_progress: true,
          reindex_stage: "building",
          reindex_building_progress: building.done,
          reindex_building_total: building.total,
        }),
  };
}

/** The reference's value for "never": the start of the year 1, in seconds since 1970. */
const zeroTime = -62_135_596_800;

const nothingFiltered: Filtered = [];

function ofSecondary(state: Secondary, { tree, progress, now, linkFactsOf }: StatusSources): JsonObject {
  const { record, log, connection, startedAt, lastReceivedAt } = state;
  const address = record.upstream?.address ?? "";
  const connected = connection.phase === "connected";
  const lag = lagOf(state, now);
  return {
    mode: modeOf(state),
    state: stateOf(state, progress),
    connection_state: connectionStates[connection.phase](state),
    ...(connection.phase === "connected" || connection.endedBecause === undefined
      ? {}
      : { connection_error: connection.endedBecause }),
    cluster_id: idOf(record),
    era: latestClaim(record).epoch,
    right_to_lead: rightText(record),
    secondary_id: record.id,
    primary_cluster_addr: address,
    known_primary_cluster_addrs: address === "" ? [] : [address, ...(record.upstream?.others ?? [])],
    primaries:
      record.upstream === null
        ? []
        : [
            {
              api_address: connected ? connection.addresses.api : "",
              cluster_address: address,
              connection_status: connected ? "connected" : "disconnected",
              ...(lastReceivedAt === null ? {} : { last_heartbeat: timeText(lastReceivedAt) }),
              ...ofLink({ ...linkFactsOf(upstreamPeer), caughtUpAt: state.caughtUpAt }, now),
            },
          ],
    last_wal: log.last,
    last_remote_wal: log.last,
    replication_lag_entries: lag.entries,
    replication_lag_ms: lag.milliseconds,
    ...(progress?.stage === "merkle-sync" && record.data.phase === "comparing"
      ? { merkle_sync_progress: { sync_total_keys: progress.total, sync_progress: progress.done } }
      : {}),
    ...ofTree(tree),
    last_start: timeText(startedAt),
    discarded_entries: record.discarded,
    reconnects_without_progress: attemptsWithoutProgress(connection),
    ...discardedBranchIn(record),
  };
}

function rightText({ right }: SecondaryRecord): string {
  return right.state === "granted" ? `granted to ${right.to}` : right.state;
}

function discardedBranchIn({ discardedBranch }: PrimaryRecord | SecondaryRecord): JsonObject {
  if (discardedBranch === null) return {};
  const { entries, first, last, mounts, removed } = discardedBranch;
  return { given_up: { entries, first_wal: first, last_wal: last, mounts: [...mounts], removed_mounts: [...removed] } };
}

export function discardedBranchWarning({ entries, first, last, mounts, removed }: DiscardedBranch): string {
  const wrote = `${entries} ${entries === 1 ? "entry" : "entries"} of this cluster's log, ${first} to ${last}`;
  const written = `${wrote}, written for ${mounts.join(", ") || "what is gone"}, are not in the data of the primary and are discarded.`;
  const gone = `The primary lacks ${removed.join(", ")}, which was filtered from it: it is removed here with all it stored.`;
  return [...(entries > 0 ? [written] : []), ...(removed.length > 0 ? [gone] : [])].join(" ");
}

/**
 * Returns the id of a cluster in its set, under which it may also have a paths filter (REPL-STATUS-04). The id of the
 * cluster that founded the set is the id of the set.
 */
function idOf({ set, cluster }: PrimaryRecord | SecondaryRecord): string {
  return cluster || set;
}

function stateOf({ connection, record }: Secondary, progress: SyncProgress | undefined): string {
  if (!isHelloAnswered(connection)) return "idle";
  switch (record.data.phase) {
    case "copying":
      return "merkle-sync";
    case "comparing":
      return progress?.stage ?? "merkle-diff";
    case "streaming":
      return "stream-wals";
  }
}

/** Connection states with the names of gRPC, which the reference reports. */
const connectionStates: Readonly<Record<Secondary["connection"]["phase"], (state: Secondary) => string>> = {
  none: ({ record }) => (record.upstream === null ? "idle" : "shutdown"),
  waiting: () => "transient_failure",
  dialling: () => "connecting",
  connected: () => "ready",
};
