import type { Instant } from "../../../ports/clock.ts";
import type { LogSpan } from "../../protocol/entry.ts";
import { type Filtered, type FilterState, same } from "../../protocol/filtered.ts";
import { agreement, type History } from "../../protocol/history.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import type { Addresses, SecondaryId } from "../../protocol/peer.ts";
import type { OutboundMessage } from "../effects.ts";
import type { SecondaryProgress } from "../state.ts";

export type Serving = Readonly<{ history: History; log: LogSpan }>;

export type Service = readonly [SecondaryProgress, readonly OutboundMessage[]];

/**
 * Maximum number of entries that are sent to a secondary and not acknowledged: enough to fill a link with a round trip
 * of 100 ms at 40,000 entries a second.
 */
const windowEntries = 4096;

export function newlyConnected(peer: SecondaryId, addresses: Addresses, now: Instant): SecondaryProgress {
  return {
    peer,
    addresses,
    phase: "greeting",
    acknowledged: 0,
    filtered: [],
    missedHeartbeats: 0,
    lastReceivedAt: now,
  };
}

type ReceivedMessage = Readonly<{ message: Message; filterState?: FilterState | undefined; now: Instant }>;

/**
 * Handles a message of a secondary. A message that does not fit the secondary's phase is ignored, except as evidence
 * that the connection works.
 */
export function messageReceived(
  secondary: SecondaryProgress,
  { message, filterState, now }: ReceivedMessage,
  serving: Serving,
): Service {
  const alive: SecondaryProgress = { ...secondary, missedHeartbeats: 0, lastReceivedAt: now };
  switch (message.type) {
    case "hello":
      return handleHello(alive, message, serving, filterState ?? nothingFiltered(message));
    case "ack":
      if (alive.phase !== "streaming") return [alive, []];
      return sendNext({ ...alive, acknowledged: within(message.index, alive.acknowledged, alive.sent) }, serving);
    case "turned":
      return alive.phase === "copying" ? pageAcknowledged(alive, message, serving) : [alive, []];
    case "compare":
    case "list":
    case "fetch":
    case "synced":
      return alive.phase === "comparing" ? answerComparison(alive, message, serving) : [alive, []];
    case "stream":
    case "copy":
    case "filtered":
    case "entries":
    case "page":
    case "diff":
    case "nodes":
    case "keys":
    case "values":
    case "compared":
    case "heartbeat":
    case "request right":
    case "grant right":
    case "deny right":
    case "claim":
      return [alive, []];
  }
}

/**
 * Sends the next entries of the log, as far as the window allows. Begins a comparison if the log has dropped the next
 * entry.
 */
export function sendNext(secondary: SecondaryProgress, serving: Serving): Service {
  if (secondary.phase !== "streaming") return [secondary, []];
  const { peer, sent, acknowledged, filtered } = secondary;
  const through = Math.min(serving.log.last, acknowledged + windowEntries);
  if (through <= sent) return [secondary, []];
  if (sent < serving.log.first - 1) return beginComparison(secondary, { common: sent, serving });
  return [{ ...secondary, sent: through }, [{ type: "entries", to: peer, after: sent, through, filtered }]];
}

/**
 * Changes the filter of a secondary from the next entry on. If the secondary has data that are now filtered, or lacks
 * data that are no longer filtered, Merkle trees are compared. If a copy or comparison is in progress, the connection
 * is closed instead, since data under the old filter may already be sent.
 */
export function withFilterState(
  secondary: SecondaryProgress,
  { continued, whenCopied }: FilterState,
  serving: Serving,
): Service {
  const { peer } = secondary;
  if (secondary.phase === "away" || secondary.phase === "greeting") return [secondary, []];
  if (continued === null) {
    if (secondary.phase === "streaming")
      return beginComparison({ ...secondary, filtered: whenCopied }, { common: secondary.sent, serving });
    return [{ ...secondary, phase: "away" }, [{ type: "close", to: peer, reason: "what it may have changed" }]];
  }
  if (same(continued, secondary.filtered)) return sendNext(secondary, serving);
  const [next, outgoing] = sendNext({ ...secondary, filtered: continued }, serving);
  return [next, [{ type: "message", to: peer, message: { type: "filtered", filtered: continued } }, ...outgoing]];
}

export function hasAll({ phase, acknowledged }: SecondaryProgress, { log }: Readonly<{ log: LogSpan }>): boolean {
  return phase === "streaming" && acknowledged === log.last;
}

/**
 * Returns true when no existing mount or namespace is filtered from the secondary. Filtered names without a path
 * (built-in and removed mounts) are ignored.
 */
export function isUnfiltered({ filtered }: SecondaryProgress): boolean {
  return filtered.every(({ path }) => path === "");
}

function handleHello(
  secondary: SecondaryProgress,
  hello: MessageOf<"hello">,
  serving: Serving,
  { continued, whenCopied }: FilterState,
): Service {
  const { peer } = secondary;
  const { history, log } = serving;
  const common = agreement({ history: hello.history, last: hello.reach }, { history, last: log.last });
  const isContradictory = hello.index > hello.reach;
  if (continued === null || isContradictory || common < hello.reach || hello.index < log.first - 1 || hello.comparing) {
    const begin = hello.history.length === 0 ? beginCopy : beginComparison;
    return begin({ ...secondary, filtered: whenCopied }, { common, serving });
  }
  const sent = hello.index;
  const here: SecondaryProgress = { ...secondary, filtered: continued, acknowledged: sent };
  if (hello.copied !== null) return continueCopy(here, { common, sent, copiedKey: hello.copied, serving });
  const stream: Message = { type: "stream", history, after: hello.index, last: log.last, filtered: continued };
  const [next, outgoing] = sendNext({ ...here, phase: "streaming", sent }, serving);
  return [next, [{ type: "message", to: peer, message: stream }, ...outgoing]];
}

function beginCopy(
  secondary: SecondaryProgress,
  { common, serving }: Readonly<{ common: number; serving: Serving }>,
): Service {
  const { last } = serving.log;
  return continueCopy({ ...secondary, acknowledged: last }, { common, sent: last, copiedKey: "", serving });
}

function continueCopy(
  secondary: SecondaryProgress,
  { common, sent, copiedKey, serving }: Readonly<{ common: number; sent: number; copiedKey: string; serving: Serving }>,
): Service {
  const { peer, filtered } = secondary;
  const copy: Message = { type: "copy", history: serving.history, index: sent, common, after: copiedKey, filtered };
  const page: OutboundMessage = { type: "page", to: peer, after: copiedKey, last: serving.log.last, filtered };
  return [
    { ...secondary, phase: "copying", sent, copied: copiedKey },
    [{ type: "message", to: peer, message: copy }, page],
  ];
}

function beginComparison(
  secondary: SecondaryProgress,
  { common, serving }: Readonly<{ common: number; serving: Serving }>,
): Service {
  const { history, log } = serving;
  const { peer, filtered } = secondary;
  return [
    { ...secondary, phase: "comparing", sent: log.last, acknowledged: log.last },
    [{ type: "diff", to: peer, history, index: log.last, common, filtered }],
  ];
}

function answerComparison(
  secondary: Extract<SecondaryProgress, { phase: "comparing" }>,
  message: MessageOf<"compare" | "list" | "fetch" | "synced">,
  serving: Serving,
): Service {
  const { peer, filtered } = secondary;
  switch (message.type) {
    case "compare":
      return [secondary, [{ type: "nodes", to: peer, nodes: message.nodes, filtered }]];
    case "list": {
      const { subtree, buckets, after } = message;
      return [secondary, [{ type: "keys", to: peer, subtree, buckets, after, filtered }]];
    }
    case "fetch":
      return [secondary, [{ type: "values", to: peer, keys: message.keys, last: serving.log.last, filtered }]];
    case "synced": {
      const [next, outgoing] = sendNext({ ...secondary, phase: "streaming" }, serving);
      return [next, [{ type: "message", to: peer, message: { type: "compared" } }, ...outgoing]];
    }
  }
}

function nothingFiltered({ filtered }: MessageOf<"hello">): FilterState {
  const nothing: Filtered = [];
  return { continued: filtered.length === 0 ? nothing : null, whenCopied: nothing };
}

function pageAcknowledged(
  secondary: Extract<SecondaryProgress, { phase: "copying" }>,
  { through }: MessageOf<"turned">,
  serving: Serving,
): Service {
  if (through === null) return sendNext({ ...secondary, phase: "streaming" }, serving);
  const { peer, filtered } = secondary;
  return [
    { ...secondary, copied: through },
    [{ type: "page", to: peer, after: through, last: serving.log.last, filtered }],
  ];
}

export function dismissals(secondaries: readonly SecondaryProgress[], reason: string): readonly OutboundMessage[] {
  return secondaries.filter(({ phase }) => phase !== "away").map(({ peer }) => ({ type: "close", to: peer, reason }));
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
