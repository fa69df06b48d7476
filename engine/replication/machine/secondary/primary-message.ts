import type { Instant } from "../../../ports/clock.ts";
import { isLater, latestClaim } from "../../protocol/claim.ts";
import { grown } from "../../protocol/entry.ts";
import { type Filtered, same } from "../../protocol/filtered.ts";
import type { Message, Told } from "../../protocol/message.ts";
import { upstreamPeer } from "../../protocol/peer.ts";
import { brokenOff } from "../connection.ts";
import { type DataPhase, isBootstrapping, isMidway } from "../data-phase.ts";
import type { OutboundMessage, Turn } from "../effects.ts";
import type { Branch } from "../input.ts";
import type { GivenUp } from "../record.ts";
import { noRight } from "../right-to-lead.ts";
import type { Secondary } from "../state.ts";
import { isWhole } from "./promotion.ts";

/** A message of the primary's, and of a copy's beginning, what it takes away here. */
type Heard = Readonly<{ message: Message; branch?: Branch | undefined; floor?: number | undefined; now: Instant }>;

/** What a message of the primary does to a secondary. */
export function primaryHeard(state: Secondary, heard: Heard): Turn {
  const [next, effects] = answered(state, heard);
  if (next.role !== "secondary") return [next, effects];
  const knownLast = Math.max(lastTold(heard.message) ?? next.knownLast, next.log.last);
  const evenAt = knownLast === next.log.last && !isMidway(next.record.data) ? heard.now : next.evenAt;
  return [{ ...next, knownLast, evenAt }, effects];
}

/** The last entry of the primary's log, as a message tells it. */
function lastTold(message: Message): number | undefined {
  if (message.type === "copy" || message.type === "diff") return message.index;
  return "last" in message ? message.last : undefined;
}

function answered(state: Secondary, { message, branch, floor, now }: Heard): Turn {
  if (state.connection.phase !== "connected") return [state, {}];
  const alive: Secondary = { ...state, connection: { ...state.connection, unheard: 0 }, heardAt: now };
  switch (message.type) {
    case "stream":
      return streamBegins(alive, message, now);
    case "entries":
      return entriesArrive(alive, message, { floor, now });
    case "copy":
      return copyBegins(alive, message, { branch, now });
    case "page":
      return pageArrives(alive, message, now);
    case "diff":
      return comparisonBegins(alive, message, branch);
    case "nodes":
    case "keys":
      return compared(alive, message, now);
    case "values":
      return valuesArrive(alive, message, now);
    case "compared":
      return comparisonEnds(alive, now);
    case "filtered":
      return [withFiltered(alive, message.filtered), {}];
    case "heartbeat":
      return [alive, { send: [acknowledgement(alive)] }];
    case "grant right":
      return rightGranted(alive, message);
    case "deny right":
      return [
        { ...alive, rightRequest: { state: "denied", code: message.code, message: message.reason } },
        { answered: true },
      ];
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
      return brokenOff(alive, `a primary does not say ${message.type}`, now);
  }
}

function streamBegins(state: Secondary, { history, after, last, filtered }: Told<"stream">, now: Instant): Turn {
  const { record, log } = state;
  const { data } = record;
  if (after !== log.last || data.phase !== "streaming") return brokenOff(state, "the stream begins elsewhere", now);
  const known = { ...data, first: data.first && log.last < last };
  const greeted = withGreeting(last === log.last ? progressing(state) : state, last);
  return [
    { ...greeted, record: { ...record, history, data: known, filtered } },
    { answered: true, remarks: [{ level: "info", event: "streaming", facts: { after } }] },
  ];
}

function entriesArrive(
  state: Secondary,
  { entries }: Told<"entries">,
  { floor, now }: Readonly<{ floor: number | undefined; now: Instant }>,
): Turn {
  const { record, connection } = state;
  const news = entries.filter(({ index }) => index > state.log.last);
  const last = state.log.last + news.length;
  const inOrder = news.every(({ index }, i) => index === state.log.last + 1 + i);
  const { data } = record;
  if (!inOrder || data.phase !== "streaming") return brokenOff(state, "entries are missing", now);
  const { span, excess } = grown(state.log, last, { floor });
  const target = connection.phase === "connected" ? connection.target : 0;
  const completed = data.first && last >= target;
  const known = completed ? { ...record, data: { ...data, first: false } } : record;
  const next: Secondary = { ...progressing(state), log: span, record: known };
  return [
    next,
    {
      save: { entries: news, ...(excess ? { forget: excess } : {}) },
      send: [acknowledgement(next)],
      apply: ["changed keys"],
    },
  ];
}

/**
 * The log cannot be continued: all shared keys are taken over from the primary, interval by interval. What was here is not wiped
 * first, so reads go on; entries that only this cluster had are lost with it, and counted.
 */
function copyBegins(
  state: Secondary,
  { history, index, common, after, filtered }: Told<"copy">,
  { branch = nothing, now }: Readonly<{ branch: Branch | undefined; now: Instant }>,
): Turn {
  const { data } = state.record;
  if (after !== "") {
    const continues = data.phase === "copying" && data.copied === after && index === state.log.last;
    if (!continues) return brokenOff(state, "the copy goes on elsewhere", now);
    return [withFiltered(withGreeting(state, index), filtered), { answered: true }];
  }
  const copying: DataPhase = { phase: "copying", copied: "", reach: index, first: isBootstrapping(data) };
  const [next, effects] = givingUp(state, { history, index, common, filtered, data: copying, branch });
  return [next, { answered: true, ...effects }];
}

/** The log cannot be continued, but what is here may be nearly what the primary has: Merkle trees tell what differs. */
function comparisonBegins(state: Secondary, message: Told<"diff">, branch: Branch = nothing): Turn {
  const { history, index, common, filtered } = message;
  const data: DataPhase = { phase: "comparing", reach: index, first: isBootstrapping(state.record.data) };
  const [next, effects] = givingUp(state, { history, index, common, filtered, data, branch });
  return [next, { answered: true, ...effects, send: [{ type: "question", to: upstreamPeer, answer: message }] }];
}

function compared(state: Secondary, answer: Told<"nodes" | "keys">, now: Instant): Turn {
  if (state.record.data.phase !== "comparing") return brokenOff(state, "nothing is compared", now);
  return [progressing(state), { send: [{ type: "question", to: upstreamPeer, answer }] }];
}

function valuesArrive(state: Secondary, message: Told<"values">, now: Instant): Turn {
  const { data } = state.record;
  if (data.phase !== "comparing") return brokenOff(state, "nothing is compared", now);
  return [
    {
      ...progressing(state),
      record: { ...state.record, data: { ...data, reach: Math.max(data.reach, message.last) } },
    },
    {
      save: { values: message.items },
      send: [{ type: "question", to: upstreamPeer, answer: message }],
      apply: ["changed keys"],
    },
  ];
}

function comparisonEnds(state: Secondary, now: Instant): Turn {
  const { data } = state.record;
  if (data.phase !== "comparing") return brokenOff(state, "nothing is compared", now);
  return [
    {
      ...progressing(state),
      record: { ...state.record, data: { phase: "streaming", reach: data.reach, first: false } },
    },
    {
      apply: ["changed keys", "leadership"],
      remarks: [{ level: "info", event: "comparison complete", facts: { index: state.log.last } }],
    },
  ];
}

/** What takes the place of all that is here, in the end. */
type Replacement = Omit<Told<"diff">, "type" | "subtrees"> & Readonly<{ data: DataPhase; branch: Branch }>;

/** The log begins anew where the primary's is; entries that only this cluster had are given up, and told of. */
function givingUp(
  state: Secondary,
  { history, index, common, filtered, data, branch }: Replacement,
): readonly [Secondary, Pick<Turn[1], "save" | "remarks">] {
  const { record, log } = state;
  const entries = isMidway(record.data) ? 0 : Math.max(0, log.last - common);
  const isLoss = entries > 0 || branch.removed.length > 0;
  const givenUp: GivenUp | null = isLoss
    ? { entries, first: Math.min(common + 1, log.last), last: log.last, ...branch }
    : record.givenUp;
  const next: Secondary = {
    ...withGreeting(state, index),
    record: {
      ...record,
      history,
      data,
      discarded: record.discarded + entries,
      givenUp,
      filtered,
    },
    log: { first: index + 1, last: index },
  };
  return [
    next,
    {
      save: log.last >= log.first ? { forget: { after: log.first - 1, through: log.last } } : {},
      remarks: [
        {
          level: "info",
          event: data.phase === "copying" ? "copying from the primary" : "comparing with the primary",
          facts: { index },
        },
        ...(isLoss && givenUp ? [lossRemark(givenUp)] : []),
      ],
    },
  ];
}

const nothing: Branch = { mounts: [], removed: [] };

function lossRemark({ entries, first, last, mounts, removed }: GivenUp) {
  const facts = { entries, first, last, mounts: mounts.join(" "), removed: removed.join(" ") };
  return { level: "warn", event: "given up for the primary's branch", facts } as const;
}

function pageArrives(state: Secondary, { page, last }: Told<"page">, now: Instant): Turn {
  const { data } = state.record;
  if (data.phase !== "copying" || data.copied !== page.after)
    return brokenOff(state, "the page belongs elsewhere", now);
  const reach = Math.max(data.reach, last);
  const complete = page.through === null;
  const next: DataPhase = complete
    ? { phase: "streaming", reach, first: false }
    : { ...data, reach, copied: page.through };
  return [
    { ...progressing(state), record: { ...state.record, data: next } },
    {
      save: { page },
      send: [{ type: "message", to: upstreamPeer, message: { type: "turned", through: page.through } }],
      apply: complete ? ["changed keys", "leadership"] : ["changed keys"],
      remarks: complete ? [{ level: "info", event: "copy complete", facts: { index: state.log.last } }] : [],
    },
  ];
}

/** This cluster may be promoted without force from now on. The grant was saved where it comes from, and is saved here before anything else. */
function rightGranted(state: Secondary, { index }: Told<"grant right">): Turn {
  const { record, log } = state;
  if (!isWhole(record, log) || index !== log.last) return [state, {}];
  return [
    { ...state, record: { ...record, right: { state: "held" } }, isRightConfirmed: true },
    { answered: true, remarks: [{ level: "info", event: "the right to lead was received", facts: { index } }] },
  ];
}

/** The primary began a new era, or knows of one that is the primary after it: what it granted is void, and its tokens are, too. */
function laterEra(state: Secondary, { claim }: Told<"claim">): Turn {
  const { record } = state;
  if (!isLater(claim, latestClaim(record))) return [state, {}];
  const event = "another cluster is the primary in a later era: a new token is needed";
  return [
    { ...state, record: { ...record, met: claim, right: noRight }, connection: { phase: "none", endedBecause: event } },
    {
      send: [{ type: "close", to: upstreamPeer, reason: "another cluster is the primary in a later era" }],
      remarks: [{ level: "warn", event, facts: { epoch: claim.epoch } }],
    },
  ];
}

function acknowledgement({ log }: Secondary): OutboundMessage {
  return { type: "message", to: upstreamPeer, message: { type: "ack", index: log.last } };
}

function withFiltered(state: Secondary, filtered: Filtered): Secondary {
  if (same(state.record.filtered, filtered)) return state;
  return { ...state, record: { ...state.record, filtered } };
}

/** The connection brings something new. */
function progressing(state: Secondary): Secondary {
  if (state.connection.phase !== "connected" || state.connection.progressed) return state;
  return { ...state, connection: { ...state.connection, progressed: true } };
}

function withGreeting(state: Secondary, target: number): Secondary {
  if (state.connection.phase !== "connected") return state;
  return { ...state, connection: { ...state.connection, greeted: true, target } };
}
