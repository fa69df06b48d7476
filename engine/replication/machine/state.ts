import { Problem, type ProblemCode } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { LogSpan } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";
import type { Addresses, SecondaryId } from "../protocol/peer.ts";
import type { PrimaryRecord, SecondaryRecord, StoredRecord } from "./record.ts";
import type { Inquiry } from "./set-member.ts";

/** Progress of one secondary on its primary. Invariant: acknowledged ≤ sent ≤ end of the log. */
export type SecondaryProgress = Readonly<{
  peer: SecondaryId;
  addresses: Addresses;
  /** The last entry that the secondary has; while copying or comparing, the entry at which this began. */
  acknowledged: number;
  /** Mounts and namespaces that are not sent to it. */
  filtered: Filtered;
  /** Heartbeats without a reply. */
  missedHeartbeats: number;
  heardAt: Instant;
}> &
  (
    | Readonly<{ phase: "greeting" }>
    | Readonly<{ phase: "away" }>
    /** `sent` is the entry at which the copy began, `copied` the last key that the secondary has, "" for none. */
    | Readonly<{ phase: "copying"; sent: number; copied: string }>
    /** `sent` is the entry at which the comparison began. */
    | Readonly<{ phase: "comparing"; sent: number }>
    /** `sent` is the last entry sent. */
    | Readonly<{ phase: "streaming"; sent: number }>
  );

/** A request of a secondary for the right to lead, before it is promoted. */
export type RightRequest =
  | Readonly<{ state: "none" | "pending" }>
  /** The right was not granted, for this reason. */
  | Readonly<{ state: "denied"; code: ProblemCode; message: string }>;

/** Why the last connection ended, or did not come about; left out where there was none. */
type Ending = Readonly<{ endedBecause?: string }>;

/** How a secondary stands with the cluster that it dials. */
export type Connection =
  | (Ending & Readonly<{ phase: "none" }>)
  | (Ending & Readonly<{ phase: "waiting"; attempts: number; retryAt: Instant }>)
  | (Ending & Readonly<{ phase: "dialling"; attempts: number }>)
  | Readonly<{
      phase: "connected";
      addresses: Addresses;
      /** Whether the primary has said from where it streams or copies. */
      helloAnswered: boolean;
      /** Connections before this one that brought nothing new. */
      attempts: number;
      /** Whether anything new came, or nothing was lacking. */
      progressed: boolean;
      /** The entry with which a bootstrapping cluster is complete. */
      target: number;
      missedHeartbeats: number;
      checkAt: Instant;
    }>;

export type Disabled = Readonly<{
  role: "disabled";
  record: null;
  log: LogSpan;
  /** Why this cluster, enabled as a secondary, is none: the primary refused it before it had its first copy. Left out where that is not so. */
  refusedBecause?: string;
}>;

export type Primary = Readonly<{
  role: "primary";
  record: PrimaryRecord;
  log: LogSpan;
  /** The id of the stretch of the log that begins with this process, until it is saved. */
  stretch: string | null;
  secondaries: readonly SecondaryProgress[];
  /** When the next heartbeat is due, if a secondary is connected. */
  beatAt: Instant;
  /** Null where no member has to be asked whether this cluster is still the primary. */
  inquiry: Inquiry | null;
  /** To the primary that it replicated from, to tell it of this cluster's era. */
  connection: Connection;
}>;

export type Secondary = Readonly<{
  role: "secondary";
  record: SecondaryRecord;
  log: LogSpan;
  connection: Connection;
  startedAt: Instant;
  /** When the primary was last heard, or null. */
  heardAt: Instant | null;
  /** The last entry that the primary is known to have. */
  primaryLastIndex: number;
  /** When all entries that the primary was known to have were last here. */
  caughtUpAt: Instant;
  /** The secondaries of this cluster when it was demoted, as far as they are connected. */
  secondaries: readonly SecondaryProgress[];
  /**
   * Whether the right to lead that the record has was received or confirmed since this process began: else the store may be older than what became of
   * the right.
   */
  isRightConfirmed: boolean;
  /** When members of the set last answered what they know of the right to lead; null before. */
  inquiredAt: Instant | null;
  /** From when on this demoted cluster chooses a transferee of its right to lead unasked: see `transfereeOf` in demoted.ts. */
  transfersFrom: Instant;
  /** The last request for the right to lead in this process. */
  rightRequest: RightRequest;
  beatAt: Instant;
}>;

/** All that one cluster knows of replication. `record` and the entries of `log` are durable, the rest begins anew with the process. */
export type Replica = Disabled | Primary | Secondary;

/** `state` as that of a cluster in this role. Throws a Problem "refused" when it has another. */
export function inRole<Role extends Replica["role"]>(state: Replica, role: Role): Extract<Replica, { role: Role }> {
  if (state.role !== role) throw new Problem("refused", `replication on this cluster is ${state.role}, not ${role}`);
  return state as Extract<Replica, { role: Role }>;
}

/** The replica of a cluster that has never heard of replication. */
export const fresh: Disabled = { role: "disabled", record: null, log: { first: 1, last: 0 } };

/** The replica that a restarted cluster goes on with, once it knows which entries its log holds. `stretch` is an id that was never given before. */
export function restored(
  stored: StoredRecord,
  log: LogSpan,
  { now, stretch }: Readonly<{ now: Instant; stretch: string }>,
): Replica {
  switch (stored.role) {
    case "disabled":
      return { role: "disabled", record: null, log, ...refusedReason(stored) };
    case "primary": {
      const { record } = stored;
      const connection = waitingToDial(record.untold, now);
      const inquiry: Inquiry = { at: now, answered: [] };
      return { role: "primary", record, log, stretch, secondaries: [], beatAt: now, inquiry, connection };
    }
    case "secondary": {
      const { record } = stored;
      const connection = waitingToDial(record.upstream, now);
      return {
        ...{ role: "secondary", record, log, connection, startedAt: now, heardAt: null, beatAt: now },
        ...{ primaryLastIndex: log.last, caughtUpAt: now, ...initialSecondaryState },
      };
    }
  }
}

function refusedReason({ refusedBecause }: Pick<Disabled, "refusedBecause">): Pick<Disabled, "refusedBecause"> {
  return refusedBecause === undefined ? {} : { refusedBecause };
}

/** What a secondary begins with in each process. */
export const initialSecondaryState: Pick<
  Secondary,
  "secondaries" | "transfersFrom" | "rightRequest" | "isRightConfirmed" | "inquiredAt"
> = {
  ...{ secondaries: [], transfersFrom: 0, rightRequest: { state: "none" } },
  ...{ isRightConfirmed: false, inquiredAt: null },
};

/** The connection of a cluster that is about to dial, if there is one to dial. */
export function waitingToDial(target: object | null, now: Instant): Connection {
  return target === null ? { phase: "none" } : { phase: "waiting", attempts: 0, retryAt: now };
}

/** What `restored` needs of `state`. */
export function storedOf(state: Replica): StoredRecord {
  switch (state.role) {
    case "disabled":
      return { role: "disabled", log: state.log, ...refusedReason(state) };
    case "primary":
      return { role: "primary", log: state.log, record: state.record };
    case "secondary":
      return { role: "secondary", log: state.log, record: state.record };
  }
}
