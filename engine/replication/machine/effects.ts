import type { ProblemCode } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Facts } from "../../ports/log.ts";
import type { Change } from "../../ports/store.ts";
import type { Entry, Excess, Page } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";
import type { History } from "../protocol/history.ts";
import type { ComparisonMessage, Message, MessageOf } from "../protocol/message.ts";
import type { PeerId } from "../protocol/peer.ts";
import type { StoredRecord } from "./record.ts";
import type { Member } from "./set-member.ts";
import type { Replica } from "./state.ts";

/** What becomes durable in one batch, or not at all. */
export type Save = Readonly<{
  /** Before all else: everything stored is deleted, but for the key pair with this public half; what is stored from then on is under `keys`, the primary's. */
  wipe?: Readonly<{ but: string | undefined; keys?: string }>;
  record?: StoredRecord;
  /** Appended to the log, and their changes made. */
  entries?: readonly Entry[];
  /** Changes that the log does not tell of: cluster-local ones, and all of a cluster on its own. */
  unlogged?: readonly Change[];
  /** Takes the place of what is between its ends. */
  page?: Page;
  /** Shared keys that differed from the primary's, each once, and their values there. */
  values?: readonly (readonly [key: string, value: string | null])[];
  forget?: Excess;
  /** The public half of a key pair that has served, and is deleted. */
  usedKeyPair?: string;
}>;

/** What goes out. Outgoing messages name ranges where the content is long; the driver fills them from the log and the store, but for what is filtered. */
export type OutboundMessage =
  | Readonly<{ type: "message"; to: PeerId; message: Message }>
  | Readonly<{ type: "entries"; to: PeerId; after: number; through: number; filtered: Filtered }>
  | Readonly<{ type: "page"; to: PeerId; after: string; last: number; filtered: Filtered }>
  /** What a primary tells of its Merkle tree; see {@link Message} for what was asked. */
  | Readonly<{ type: "diff"; to: PeerId; history: History; index: number; common: number; filtered: Filtered }>
  | Readonly<{ type: "nodes"; to: PeerId; nodes: MessageOf<"compare">["nodes"]; filtered: Filtered }>
  | Readonly<{ type: "keys"; to: PeerId; filtered: Filtered } & Omit<MessageOf<"list">, "type">>
  | Readonly<{ type: "values"; to: PeerId; keys: readonly string[]; last: number; filtered: Filtered }>
  /** The next question of a comparison that this secondary makes, after the primary said `answer`. */
  | Readonly<{ type: "question"; to: PeerId; answer: ComparisonMessage }>
  | Readonly<{ type: "close"; to: PeerId; reason: string }>
  /** Ask members of the set what they know; `eras` are ids that prove this cluster to be one. What comes of it is told as `standings`, within a bound. */
  | Readonly<{ type: "inquire"; members: readonly Member[]; eras: readonly string[] }>
  /** Connect to the primary that the record names; what comes of it is told as `connected` or `disconnected`. */
  | Readonly<{ type: "dial" }>;

/** What the rest of the engine is told. */
export type Notice = "changed keys" | "leadership" | "wiped";

/** What came of a command. */
export type Verdict =
  | Readonly<{ accepted: true; warnings: readonly string[] }>
  /** `asked` says that the answer of the demoted cluster is awaited: the command may be given again when it has come. */
  | Readonly<{ accepted: false; code: ProblemCode; message: string; asked?: true }>;

/** A line for the operator's log. */
type LogLine = Readonly<{ level: "info" | "warn"; event: string; facts: Facts }>;

/**
 * What the driver owes the machine before the next input, in this order: save, then send, then apply, then wake. Nothing is sent
 * before what it speaks of is saved. The new state counts only when its save holds: else the driver keeps the old one, and the
 * command fails. That is why no input says that something was saved: no state waits for it.
 */
export type Effects = Readonly<{
  save?: Save;
  send: readonly OutboundMessage[];
  apply: readonly Notice[];
  logLines: readonly LogLine[];
  verdict?: Verdict;
  /** What came answers a question of this cluster's: whether it gets the right to lead, or how a new primary takes it in. */
  answered?: true;
  /** When the machine wants its next tick at the latest; undefined when time does not matter to it. */
  wakeAt?: Instant;
}>;

/** A new state and what a role wants done for it; the rest is completed by `step`. */
export type StepResult = readonly [Replica, Partial<Omit<Effects, "wakeAt">>];

export const accepted: Verdict = { accepted: true, warnings: [] };

export function acceptedWith(...warnings: readonly string[]): Verdict {
  return { accepted: true, warnings };
}

/** What an operator's log says of a cluster that takes no part in a replication set any more. */
export function disabledLogLine(role: Exclude<Replica["role"], "disabled">): LogLine {
  return { level: "info", event: "replication is disabled", facts: { role } };
}

/** The turn that changes nothing and says why. */
export function refusal(state: Replica, code: ProblemCode, message: string): StepResult {
  return [state, { verdict: { accepted: false, code, message } }];
}
