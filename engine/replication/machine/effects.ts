import type { ProblemCode } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Facts } from "../../ports/log.ts";
import type { Change } from "../../ports/store.ts";
import type { Entry, Excess, Page } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";
import type { History } from "../protocol/history.ts";
import type { ComparisonMessage, Message, MessageOf } from "../protocol/message.ts";
import type { PeerId } from "../protocol/peer.ts";
import type { StoredRecord } from "./record/record.ts";
import type { Member } from "./record/set-member.ts";
import type { Replica } from "./state.ts";

/** Changes that become durable in one batch, or not at all. */
export type Save = Readonly<{
  /**
   * First: everything stored is deleted, except for the key pair with this public key. Later
   * changes are encrypted under `keys`, those of the primary.
   */
  wipe?: Readonly<{ but: string | undefined; keys?: string }>;
  record?: StoredRecord;
  /** Entries that are appended to the log; their changes are made. */
  entries?: readonly Entry[];
  /**
   * Changes that are not in the log: those of local keys, and all changes of a cluster without
   * replication.
   */
  unlogged?: readonly Change[];
  /** Replaces the shared keys of its interval. */
  page?: Page;
  /** Shared keys that differed from those of the primary, each once, with their values there. */
  values?: readonly (readonly [key: string, value: string | null])[];
  forget?: Excess;
  /** Public key of a key pair that was used, and is deleted. */
  usedKeyPair?: string;
}>;

/**
 * An outgoing message. For long content it contains a range; the driver reads the content from the
 * log and the store, without what is filtered.
 */
export type OutboundMessage =
  | Readonly<{ type: "message"; to: PeerId; message: Message }>
  | Readonly<{ type: "entries"; to: PeerId; after: number; through: number; filtered: Filtered }>
  | Readonly<{ type: "page"; to: PeerId; after: string; last: number; filtered: Filtered }>
  /** Replies of a primary with parts of its Merkle tree; see {@link Message} for the requests. */
  | Readonly<{ type: "diff"; to: PeerId; history: History; index: number; common: number; filtered: Filtered }>
  | Readonly<{ type: "nodes"; to: PeerId; nodes: MessageOf<"compare">["nodes"]; filtered: Filtered }>
  | Readonly<{ type: "keys"; to: PeerId; filtered: Filtered } & Omit<MessageOf<"list">, "type">>
  | Readonly<{ type: "values"; to: PeerId; keys: readonly string[]; last: number; filtered: Filtered }>
  /** Asks the next question of a comparison, after the primary replied `answer`. */
  | Readonly<{ type: "question"; to: PeerId; answer: ComparisonMessage }>
  | Readonly<{ type: "close"; to: PeerId; reason: string }>
  /**
   * Asks members of the set for their latest claim; `eras` are ids that prove membership. The
   * replies arrive as `claim reports` within a bounded time.
   */
  | Readonly<{ type: "inquire"; members: readonly Member[]; eras: readonly string[] }>
  /** Connects to the primary in the record. The result arrives as `connected` or `disconnected`. */
  | Readonly<{ type: "dial" }>;

/** A notification of the core. */
export type Notice = "changed keys" | "leadership" | "wiped";

/** Result of a command. */
export type Verdict =
  | Readonly<{ accepted: true; warnings: readonly string[] }>
  /**
   * `asked` is true when the right to lead was requested: the command can be given again when the
   * reply has come.
   */
  | Readonly<{ accepted: false; code: ProblemCode; message: string; asked?: true }>;

/** A line of the operator's log. */
type LogLine = Readonly<{ level: "info" | "warn"; event: string; facts: Facts }>;

/**
 * Effects that the driver performs before the next input, in this order: save, send, apply, wake.
 * Nothing is sent before the changes that it reveals are saved. The new state counts only when the save
 * succeeded; otherwise the driver keeps the old state, and the command fails. Therefore no input
 * reports a save, and no state waits for one.
 */
export type Effects = Readonly<{
  save?: Save;
  send: readonly OutboundMessage[];
  apply: readonly Notice[];
  logLines: readonly LogLine[];
  verdict?: Verdict;
  /**
   * The input answers a request of this cluster: for the right to lead, or for admission by a new
   * primary.
   */
  answered?: true;
  /** Time of the next tick at the latest; undefined when the state does not depend on time. */
  wakeAt?: Instant;
}>;

/** The new state and the effects of a role; `step` completes them. */
export type StepResult = readonly [Replica, Partial<Omit<Effects, "wakeAt">>];

export const accepted: Verdict = { accepted: true, warnings: [] };

export function acceptedWith(...warnings: readonly string[]): Verdict {
  return { accepted: true, warnings };
}

/** Returns the log line of a cluster that leaves its replication set. */
export function disabledLogLine(role: Exclude<Replica["role"], "disabled">): LogLine {
  return { level: "info", event: "replication is disabled", facts: { role } };
}

/** Returns the result of a command that is refused: the state does not change. */
export function refusal(state: Replica, code: ProblemCode, message: string): StepResult {
  return [state, { verdict: { accepted: false, code, message } }];
}
