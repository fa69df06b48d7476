import type { Instant } from "../../../ports/clock.ts";
import { isLater, latestClaim } from "../../protocol/claim.ts";
import { grown } from "../../protocol/entry.ts";
import { type Filtered, same } from "../../protocol/filtered.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import { breakOff, isHelloAnswered, withHelloAnswered, withProgress } from "../connection/connection.ts";
import type { OutboundMessage, StepResult } from "../effects.ts";
import type { BranchPaths } from "../input.ts";
import {
  comparisonBegun,
  completed,
  copyBegun,
  type DataPhase,
  isInProgress,
  pageCopied,
  valuesCopied,
} from "../record/data-phase.ts";
import type { DiscardedBranch } from "../record/record.ts";
import { noRight } from "../record/right-to-lead.ts";
import type { OpenConnection, Secondary } from "../state.ts";
import { isConsistent } from "./promotion.ts";
import { withConfirmedRight, withDenial } from "./right-request.ts";

type ReceivedMessage = Readonly<{
  message: Message;
  branch?: BranchPaths | undefined;
  floor?: number | undefined;
  now: Instant;
}>;

type Connected = Secondary & Readonly<{ connection: OpenConnection }>;

const afterHello: ReadonlySet<Message["type"]> = new Set(["entries", "page", "nodes", "keys", "values", "compared"]);

export function primaryMessageReceived(state: Secondary, received: ReceivedMessage): StepResult {
  const [next, effects] = handleMessage(state, received);
  if (next.role !== "secondary") return [next, effects];
  const primaryLastIndex = Math.max(lastIndexIn(received.message) ?? next.primaryLastIndex, next.log.last);
  const caughtUpAt =
    primaryLastIndex === next.log.last && !isInProgress(next.record.data) ? received.now : next.caughtUpAt;
  return [{ ...next, primaryLastIndex, caughtUpAt }, effects];
}

function lastIndexIn(message: Message): number | undefined {
  if (message.type === "copy" || message.type === "diff") return message.index;
  return "last" in message ? message.last : undefined;
}

function handleMessage(state: Secondary, { message, branch, floor, now }: ReceivedMessage): StepResult {
  if (state.connection.phase !== "connected") return [state, {}];
  const alive: Connected = { ...state, connection: { ...state.connection, missedHeartbeats: 0 }, lastReceivedAt: now };
  if (afterHello.has(message.type) && !isHelloAnswered(alive.connection))
    return breakOff(alive, `a primary does not say ${message.type} before it has answered the hello`, now);
  switch (message.type) {
    case "stream":
      return streamBegins(alive, message, now);
    case "entries":
      return entriesReceived(alive, message, { floor, now });
    case "copy":
      return copyBegins(alive, message, { branch, now });
    case "page":
      return pageReceived(alive, message, now);
    case "diff":
      return comparisonBegins(alive, message, branch);
    case "nodes":
    case "keys":
      return continueComparison(alive, message, now);
    case "values":
      return valuesReceived(alive, message, now);
    case "compared":
      return comparisonEnds(alive, now);
    case "filtered":
      return [withFiltered(alive, message.filtered), {}];
    case "heartbeat":
      return [alive, { send: [acknowledgement(alive)] }];
    case "grant right":
      return rightGranted(alive, message);
    case "deny right":
      return [withDenial(alive, { code: message.code, message: message.reason }), { answered: true }];
    case "claim":
      return laterEra(alive, message);
    case "hello":
    case "ack":
    case "turned":
    case "compare":
    case "list":
    case "fetch":
    case "synced":
    case "request right":
      return breakOff(alive, `a primary does not say ${message.type}`, now);
  }
}

function streamBegins(
  state: Connected,
  { history, after, last, filtered }: MessageOf<"stream">,
  now: Instant,
): StepResult {
  const { record, log } = state;
  const { data } = record;
  if (after !== log.last || data.phase !== "streaming") return breakOff(state, "the stream begins elsewhere", now);
  const known = { ...data, first: data.first && log.last < last };
  const answered = withHelloAnswered(state.connection, last);
  const connection = last === log.last ? withProgress(answered) : answered;
  return [
    { ...state, connection, record: { ...record, history, data: known, filtered } },
    { answered: true, logLines: [{ level: "info", event: "streaming", facts: { after } }] },
  ];
}

function entriesReceived(
  state: Connected,
  { entries }: MessageOf<"entries">,
  { floor, now }: Readonly<{ floor: number | undefined; now: Instant }>,
): StepResult {
  const { record, connection } = state;
  const news = entries.filter(({ index }) => index > state.log.last);
  const last = state.log.last + news.length;
  const inOrder = news.every(({ index }, i) => index === state.log.last + 1 + i);
  const { data } = record;
  if (!inOrder || data.phase !== "streaming") return breakOff(state, "entries are missing", now);
  const { span, excess } = grown(state.log, last, { floor });
  const progressed = withProgress(connection);
  const known = data.first && last >= progressed.hello.target ? { ...record, data: completed(data) } : record;
  const next: Secondary = { ...state, connection: progressed, log: span, record: known };
  return [
    next,
    {
      save: { entries: news, ...(excess ? { forget: excess } : {}) },
      send: [acknowledgement(next)],
      apply: ["changed keys"],
    },
  ];
}

/** The existing data are not wiped before a copy, so reads continue. */
function copyBegins(
  state: Connected,
  { history, index, common, after, filtered }: MessageOf<"copy">,
  { branch = nothingDiscarded, now }: Readonly<{ branch: BranchPaths | undefined; now: Instant }>,
): StepResult {
  const { data } = state.record;
  if (after !== "") {
    const continues = data.phase === "copying" && data.copied === after && index === state.log.last;
    if (!continues) return breakOff(state, "the copy goes on elsewhere", now);
    const connection = withHelloAnswered(state.connection, index);
    return [withFiltered({ ...state, connection }, filtered), { answered: true }];
  }
  const [next, effects] = discardBranch(state, {
    ...{ history, index, common, filtered, branch },
    data: copyBegun(data, index),
  });
  return [next, { answered: true, ...effects }];
}

function comparisonBegins(
  state: Connected,
  message: MessageOf<"diff">,
  branch: BranchPaths = nothingDiscarded,
): StepResult {
  const { history, index, common, filtered } = message;
  const data = comparisonBegun(state.record.data, index);
  const [next, effects] = discardBranch(state, { history, index, common, filtered, data, branch });
  return [next, { answered: true, ...effects, send: [{ type: "question", to: upstreamPeer, answer: message }] }];
}

function continueComparison(state: Connected, answer: MessageOf<"nodes" | "keys">, now: Instant): StepResult {
  if (state.record.data.phase !== "comparing") return breakOff(state, "nothing is compared", now);
  const connection = withProgress(state.connection);
  return [{ ...state, connection }, { send: [{ type: "question", to: upstreamPeer, answer }] }];
}

function valuesReceived(state: Connected, message: MessageOf<"values">, now: Instant): StepResult {
  const { data } = state.record;
  if (data.phase !== "comparing") return breakOff(state, "nothing is compared", now);
  return [
    {
      ...state,
      connection: withProgress(state.connection),
      record: { ...state.record, data: valuesCopied(data, message.last) },
    },
    {
      save: { values: message.items },
      send: [{ type: "question", to: upstreamPeer, answer: message }],
      apply: ["changed keys"],
    },
  ];
}

function comparisonEnds(state: Connected, now: Instant): StepResult {
  const { data } = state.record;
  if (data.phase !== "comparing") return breakOff(state, "nothing is compared", now);
  return [
    {
      ...state,
      connection: withProgress(state.connection),
      record: { ...state.record, data: completed(data) },
    },
    {
      apply: ["changed keys", "leadership"],
      logLines: [{ level: "info", event: "comparison complete", facts: { index: state.log.last } }],
    },
  ];
}

type Replacement = Omit<MessageOf<"diff">, "type" | "subtrees"> & Readonly<{ data: DataPhase; branch: BranchPaths }>;

function discardBranch(
  state: Connected,
  { history, index, common, filtered, data, branch }: Replacement,
): readonly [Secondary, Pick<StepResult[1], "save" | "logLines">] {
  const { record, log } = state;
  const entries = isInProgress(record.data) ? 0 : Math.max(0, log.last - common);
  const isLoss = entries > 0 || branch.removed.length > 0;
  const discardedBranch: DiscardedBranch | null = isLoss
    ? { entries, first: Math.min(common + 1, log.last), last: log.last, ...branch }
    : record.discardedBranch;
  const next: Secondary = {
    ...state,
    connection: withHelloAnswered(state.connection, index),
    record: {
      ...record,
      history,
      data,
      discarded: record.discarded + entries,
      discardedBranch,
      filtered,
    },
    log: { first: index + 1, last: index },
  };
  return [
    next,
    {
      save: log.last >= log.first ? { forget: { after: log.first - 1, through: log.last } } : {},
      logLines: [
        {
          level: "info",
          event: data.phase === "copying" ? "copying from the primary" : "comparing with the primary",
          facts: { index },
        },
        ...(isLoss && discardedBranch ? [lossLogLine(discardedBranch)] : []),
      ],
    },
  ];
}

const nothingDiscarded: BranchPaths = { mounts: [], removed: [] };

function lossLogLine({ entries, first, last, mounts, removed }: DiscardedBranch) {
  const facts = { entries, first, last, mounts: mounts.join(" "), removed: removed.join(" ") };
  return { level: "warn", event: "discarded for the primary's branch", facts } as const;
}

function pageReceived(state: Connected, { page, last }: MessageOf<"page">, now: Instant): StepResult {
  const { data } = state.record;
  if (data.phase !== "copying" || data.copied !== page.after) return breakOff(state, "the page belongs elsewhere", now);
  const { through } = page;
  const complete = through === null;
  return [
    {
      ...state,
      connection: withProgress(state.connection),
      record: { ...state.record, data: pageCopied(data, { through, last }) },
    },
    {
      save: { page },
      send: [{ type: "message", to: upstreamPeer, message: { type: "turned", through } }],
      apply: complete ? ["changed keys", "leadership"] : ["changed keys"],
      logLines: complete ? [{ level: "info", event: "copy complete", facts: { index: state.log.last } }] : [],
    },
  ];
}

/** If this cluster has all entries, it can be promoted without force from now on; otherwise the grant is ignored. */
function rightGranted(state: Secondary, { index }: MessageOf<"grant right">): StepResult {
  const { record, log } = state;
  if (!isConsistent(record, log) || index !== log.last) return [state, {}];
  return [
    withConfirmedRight(state),
    { answered: true, logLines: [{ level: "info", event: "the right to lead was received", facts: { index } }] },
  ];
}

function laterEra(state: Secondary, { claim }: MessageOf<"claim">): StepResult {
  const { record } = state;
  if (!isLater(claim, latestClaim(record))) return [state, {}];
  const event = "another cluster is the primary in a later era: a new token is needed";
  return [
    {
      ...state,
      record: { ...record, receivedClaim: claim, right: noRight },
      connection: { phase: "none", endedBecause: event },
    },
    {
      send: [{ type: "close", to: upstreamPeer, reason: "another cluster is the primary in a later era" }],
      logLines: [{ level: "warn", event, facts: { epoch: claim.epoch } }],
    },
  ];
}

function acknowledgement({ log }: Secondary): OutboundMessage {
  return { type: "message", to: upstreamPeer, message: { type: "ack", index: log.last } };
}

function withFiltered<State extends Secondary>(state: State, filtered: Filtered): State {
  if (same(state.record.filtered, filtered)) return state;
  return { ...state, record: { ...state.record, filtered } };
}
