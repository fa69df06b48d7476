import { Problem, type ProblemCode } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { LogSpan } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";
import type { Addresses, SecondaryId } from "../protocol/peer.ts";
import { isInProgress } from "./record/data-phase.ts";
import type { PrimaryRecord, SecondaryRecord, StoredRecord } from "./record/record.ts";
import type { Inquiry } from "./record/set-member.ts";

/** Progress of one secondary on its primary or demoted primary. Invariant: acknowledged ≤ sent ≤ end of the log. */
export type SecondaryProgress = Readonly<{
  peer: SecondaryId;
  addresses: Addresses;
  /**
   * The last entry that the secondary has acknowledged; during a copy or comparison, the entry at which
   * it began; 0 before the hello.
   */
  acknowledged: number;
  filtered: Filtered;
  missedHeartbeats: number;
  lastReceivedAt: Instant;
}> &
  (
    | Readonly<{ phase: "greeting" }>
    | Readonly<{ phase: "away" }>
    /** `sent` is the entry at which the copy began, `copied` the last key that the secondary has saved, "" for none. */
    | Readonly<{ phase: "copying"; sent: number; copied: string }>
    | Readonly<{ phase: "comparing"; sent: number }>
    | Readonly<{ phase: "streaming"; sent: number }>
  );

export type RightRequest =
  | Readonly<{ state: "none" | "pending" }>
  | Readonly<{ state: "denied"; code: ProblemCode; message: string }>;

export const noRequest: RightRequest = { state: "none" };

type Ending = Readonly<{ endedBecause?: string }>;

/**
 * State of a connection since the secondary sent its hello. The primary answers with a stream, a
 * copy or a comparison. `target` is the entry up to which the secondary must have applied the log
 * before the first copy counts as complete.
 */
export type HelloState =
  | Unanswered
  | Readonly<{ state: "answered"; target: number }>
  | Readonly<{ state: "progressed"; target: number }>;

/**
 * The dialled cluster has not answered the hello. Always the state of a promoted cluster, which sends its claim to the
 * former primary instead of a hello.
 */
export type Unanswered = Readonly<{ state: "unanswered" }>;

export type Connection<Hello extends HelloState = HelloState> =
  | (Ending & Readonly<{ phase: "none" }>)
  | (Ending & Readonly<{ phase: "waiting"; attempts: number; retryAt: Instant }>)
  | (Ending & Readonly<{ phase: "dialling"; attempts: number }>)
  | OpenConnection<Hello>;

export type OpenConnection<Hello extends HelloState = HelloState> = Readonly<{
  phase: "connected";
  addresses: Addresses;
  hello: Hello;
  /** Number of consecutive attempts to connect without progress before this connection. */
  attempts: number;
  missedHeartbeats: number;
  checkAt: Instant;
}>;

export type Disabled = Readonly<{
  role: "disabled";
  record: null;
  log: LogSpan;
  /**
   * Reason for which the primary refused this cluster before its first copy was complete, so that `secondary/enable`
   * was rolled back.
   */
  refusedBecause?: string;
}>;

export type Primary = Readonly<{
  role: "primary";
  record: PrimaryRecord;
  log: LogSpan;
  /** Id of the stretch of the log that a restarted primary begins with its next step; otherwise null. */
  stretch: string | null;
  secondaries: readonly SecondaryProgress[];
  beatAt: Instant;
  inquiry: Inquiry | null;
  connection: Connection<Unanswered>;
}>;

export type Secondary = Readonly<{
  role: "secondary";
  record: SecondaryRecord;
  log: LogSpan;
  connection: Connection;
  startedAt: Instant;
  /** Time of the last message of the primary, or of its admission of this cluster; null until then. */
  lastReceivedAt: Instant | null;
  /** The last index that the primary reported; at least the end of `log`. */
  primaryLastIndex: number;
  /**
   * Time of the last message after which this cluster had all entries that the primary had reported; at
   * first the time at which this cluster became a secondary or opened its state.
   */
  caughtUpAt: Instant;
  secondaries: readonly SecondaryProgress[];
  /**
   * True when the right to lead is confirmed in this process. Otherwise the store may be older than a use or grant of
   * the right.
   */
  isRightConfirmed: boolean;
  /** Time of the last replies to an inquiry; null if there were none. */
  inquiredAt: Instant | null;
  /**
   * Time before which this demoted cluster does not grant the right to lead without a request: see `transfereeOf` in
   * `demoted.ts`.
   */
  transfersFrom: Instant;
  rightRequest: RightRequest;
  beatAt: Instant;
}>;

/**
 * State of replication on one cluster. {@link storedOf} returns the part that is stored in the record; the entries of
 * `log` are stored separately.
 */
export type Replica = Disabled | Primary | Secondary;

/** Returns `state`, typed as the state of `role`. Throws a Problem "refused" when the cluster has another role. */
export function inRole<Role extends Replica["role"]>(state: Replica, role: Role): Extract<Replica, { role: Role }> {
  if (state.role !== role) throw new Problem("refused", `replication on this cluster is ${state.role}, not ${role}`);
  return state as Extract<Replica, { role: Role }>;
}

export function isCopying(state: Replica): boolean {
  return state.role === "secondary" && isInProgress(state.record.data);
}

export const fresh: Disabled = { role: "disabled", record: null, log: { first: 1, last: 0 } };

/**
 * Returns the state after a start of the process over a stored record. `stretch` is a new id for the
 * stretch of a restarted primary.
 */
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
      const connection = waitingToDial(record.announceTo, now);
      const keys = [...record.members, ...record.secondaries].map(({ key }) => key).filter((key) => key !== "");
      const inquiry: Inquiry = { at: now, silent: [...new Set(keys)], lost: [] };
      return { role: "primary", record, log, stretch, secondaries: [], beatAt: now, inquiry, connection };
    }
    case "secondary": {
      const { record } = stored;
      const connection = waitingToDial(record.upstream, now);
      return {
        ...{ role: "secondary", record, log, connection, startedAt: now, lastReceivedAt: null, beatAt: now },
        ...{ primaryLastIndex: log.last, caughtUpAt: now, ...initialSecondaryState },
      };
    }
  }
}

function refusedReason({ refusedBecause }: Pick<Disabled, "refusedBecause">): Pick<Disabled, "refusedBecause"> {
  return refusedBecause === undefined ? {} : { refusedBecause };
}

export const initialSecondaryState: Pick<
  Secondary,
  "secondaries" | "transfersFrom" | "rightRequest" | "isRightConfirmed" | "inquiredAt"
> = {
  ...{ secondaries: [], transfersFrom: 0, rightRequest: noRequest },
  ...{ isRightConfirmed: false, inquiredAt: null },
};

export function waitingToDial(target: object | null, now: Instant): Connection<Unanswered> {
  return target === null ? { phase: "none" } : { phase: "waiting", attempts: 0, retryAt: now };
}

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
