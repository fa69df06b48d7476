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

export type Save = Readonly<{
  /**
   * Deletes everything stored, before the other changes of the batch, except for the key pair with the
   * public key `but`. If `keys` of the primary are present, the other changes are encrypted under them.
   */
  wipe?: Readonly<{ but: string | undefined; keys?: string }>;
  record?: StoredRecord;
  /** Entries that are appended to the log. Their changes are saved with them. */
  entries?: readonly Entry[];
  /** Changes without a log entry: changes of local keys, and all changes of a cluster without replication. */
  unlogged?: readonly Change[];
  page?: Page;
  /**
   * Shared keys that differed from the primary's, with the primary's values; null if the primary does
   * not have the key.
   */
  values?: readonly (readonly [key: string, value: string | null])[];
  forget?: Excess;
  /** Public key of the key pair that decrypted the activation token. The pair is deleted. */
  usedKeyPair?: string;
}>;

/**
 * An outgoing message. It does not include the content of entries, pages and tree parts, which is read from the log and
 * the store when it is sent, without what is filtered.
 */
export type OutboundMessage =
  | Readonly<{ type: "message"; to: PeerId; message: Message }>
  | Readonly<{ type: "entries"; to: PeerId; after: number; through: number; filtered: Filtered }>
  | Readonly<{ type: "page"; to: PeerId; after: string; last: number; filtered: Filtered }>
  | Readonly<{ type: "diff"; to: PeerId; history: History; index: number; common: number; filtered: Filtered }>
  | Readonly<{ type: "nodes"; to: PeerId; nodes: MessageOf<"compare">["nodes"]; filtered: Filtered }>
  | Readonly<{ type: "keys"; to: PeerId; filtered: Filtered } & Omit<MessageOf<"list">, "type">>
  | Readonly<{ type: "values"; to: PeerId; keys: readonly string[]; last: number; filtered: Filtered }>
  | Readonly<{ type: "question"; to: PeerId; answer: ComparisonMessage }>
  | Readonly<{ type: "close"; to: PeerId; reason: string }>
  /**
   * Asks `members` of the set for their latest claim; `eras` are the ids of eras that prove that this cluster is a
   * member. The replies arrive as the input `claim reports` within a bounded time.
   */
  | Readonly<{ type: "inquire"; members: readonly Member[]; eras: readonly string[] }>
  /**
   * Dials the cluster in the record: the primary, or, on a promoted cluster, the former primary.
   * The result arrives as the input `connected` or `disconnected`.
   */
  | Readonly<{ type: "dial" }>;

export type Notice = "changed keys" | "leadership" | "wiped";

export type Verdict =
  | Readonly<{ accepted: true; warnings: readonly string[] }>
  /**
   * `asked` is true if the caller must wait for a reply about the right to lead, and then submit the command again.
   */
  | Readonly<{ accepted: false; code: ProblemCode; message: string; asked?: true }>;

type LogLine = Readonly<{ level: "info" | "warn"; event: string; facts: Facts }>;

/**
 * Effects that the driver performs before the next input, in the order save, send, apply. No message
 * is sent before the changes that it reveals are saved. If the save fails, the driver keeps the old
 * state and the command fails.
 */
export type Effects = Readonly<{
  save?: Save;
  send: readonly OutboundMessage[];
  apply: readonly Notice[];
  logLines: readonly LogLine[];
  verdict?: Verdict;
  /** The input is a reply to a hello, to an inquiry, or to a request for the right to lead. */
  answered?: true;
  /** Time of the next tick at the latest; undefined when no tick is needed. */
  wakeAt?: Instant;
}>;

export type StepResult = readonly [Replica, Partial<Omit<Effects, "wakeAt">>];

export const accepted: Verdict = { accepted: true, warnings: [] };

export function acceptedWith(...warnings: readonly string[]): Verdict {
  return { accepted: true, warnings };
}

export function disabledLogLine(role: Exclude<Replica["role"], "disabled">): LogLine {
  return { level: "info", event: "replication is disabled", facts: { role } };
}

export function refusal(state: Replica, code: ProblemCode, message: string): StepResult {
  return [state, { verdict: { accepted: false, code, message } }];
}
