import type { Instant } from "../../../ports/clock.ts";
import { claimOf, earlierEraReason, isFenced, isLater, isSameEra, latestClaim } from "../../protocol/claim.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import type { PeerId, SecondaryId } from "../../protocol/peer.ts";
import { closeUpstream, longestPauseMilliseconds } from "../connection/connection.ts";
import { beat, beatMilliseconds, isAnyConnected } from "../connection/heartbeat.ts";
import { acceptedWith, type OutboundMessage, type StepResult } from "../effects.ts";
import type { Input, SecondaryConnected } from "../input.ts";
import { registeredSecondaries, withConnected } from "../primary/admission.ts";
import { inquire, isInquired, isRoleConfirmed } from "../primary/inquiry.ts";
import { isAhead, outdatedReason } from "../primary/outdated.ts";
import { hasAll, isUnfiltered, messageReceived, newlyConnected, type Service } from "../primary/secondary-progress.ts";
import { noRight } from "../record/right-to-lead.ts";
import { withMember } from "../record/set-member.ts";
import { unconfirmed } from "../secondary/promotion.ts";
import { initialSecondaryState, type Primary, type Secondary, type SecondaryProgress } from "../state.ts";

const notPrimaryReason = "this cluster is not the primary";

/**
 * Demotes a primary. The cluster accepts no more writes of shared data, keeps its set and data, and
 * dials no primary until an operator sets one. Unless it was fenced, it holds the right to lead, which
 * it may grant to one of its secondaries.
 */
export function demote(primary: Primary, now: Instant): StepResult {
  const { record, log, secondaries, beatAt } = primary;
  const fenced = isFenced(record);
  const { set, cluster, identity, filtered, history, receivedClaim, members, discardedBranch } = record;
  const state: Secondary = {
    role: "secondary",
    record: {
      ...{ set, cluster, identity, filtered, history, receivedClaim, discardedBranch },
      members,
      id: "",
      upstream: null,
      data: { phase: "streaming", reach: 0, first: false },
      right: fenced ? noRight : { state: "held" },
      previousSecondaries: record.secondaries,
      discarded: 0,
    },
    log,
    connection: { phase: "none" },
    startedAt: now,
    lastReceivedAt: null,
    primaryLastIndex: log.last,
    caughtUpAt: now,
    ...initialSecondaryState,
    secondaries: secondaries.filter(({ phase }) => phase !== "away"),
    transfersFrom: now,
    isRightConfirmed: isRoleConfirmed(primary),
    beatAt,
  };
  const [next, { send = [], logLines = [] }] = grantToTransferee(state, now);
  return [
    next,
    {
      send: [...closeUpstream(primary, "demoted"), ...send],
      logLines: [{ level: "info", event: "demoted", facts: { index: log.last } }, ...logLines],
      apply: ["leadership"],
      verdict: acceptedWith(
        "This cluster is a secondary now. It replicates from no primary until update-primary gives it one.",
        fenced
          ? "It does not hold the right to lead, since it was fenced: no secondary of it can be promoted without force."
          : rightWarning(next),
      ),
    },
  ];
}

export function secondaryConnected(
  state: Secondary,
  { peer, addresses, now, ...proven }: SecondaryConnected,
): StepResult {
  const { record } = state;
  if (!registeredSecondaries(state).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: notPrimaryReason }] }];
  }
  const others = state.secondaries.filter((secondary) => secondary.peer !== peer);
  const isFirst = !isAnyConnected(state.secondaries);
  const beatAt = isFirst ? now + beatMilliseconds : state.beatAt;
  const transfersFrom =
    isFirst && record.previousSecondaries.length > 1 ? now + returnMilliseconds : state.transfersFrom;
  const previousSecondaries = withConnected(record.previousSecondaries, peer, proven);
  const known = previousSecondaries === record.previousSecondaries ? record : { ...record, previousSecondaries };
  return [
    {
      ...state,
      record: withMember(known, { key: proven.key, address: addresses.cluster }),
      secondaries: [...others, newlyConnected(peer, addresses, now)],
      beatAt,
      transfersFrom,
    },
    {},
  ];
}

export function secondaryDisconnected(state: Secondary, peer: SecondaryId): StepResult {
  const next = { ...state, secondaries: state.secondaries.filter((secondary) => secondary.peer !== peer) };
  const transferee = next.record.right.state === "held" ? transfereeOf(next) : undefined;
  const heartbeat = { type: "heartbeat", last: next.log.last } as const;
  return [next, transferee ? { send: [{ type: "message", to: transferee.peer, message: heartbeat }] } : {}];
}

export function secondaryMessageReceived(state: Secondary, input: Extract<Input, { type: "message" }>): StepResult {
  const secondary = state.secondaries.find(({ peer }) => peer === input.from);
  const { message } = input;
  if (!secondary) return unservedMessageReceived(state, input.from, message);
  if (message.type === "claim") return claimReceived(state, secondary.peer, message);
  if (message.type === "request right") return rightRequested(state, secondary, input.now);
  if (message.type === "hello" && isLater(message.claim, claimOf(state.record.history))) {
    return claimReceived(state, secondary.peer, message);
  }
  const { right } = state.record;
  if (message.type === "hello" && message.holdsRight && right.state === "held" && isSameEra(message, state.record)) {
    const granted = { state: "granted", to: secondary.peer } as const;
    return secondaryMessageReceived({ ...state, record: { ...state.record, right: granted } }, input);
  }
  const outline = { history: state.record.history, last: state.log.last };
  if (message.type === "hello" && isAhead({ history: message.history, last: message.index }, outline)) {
    return outdated(state, secondary.peer, message);
  }
  const [next, outgoing]: Service = messageReceived(secondary, input, {
    history: state.record.history,
    log: state.log,
  });
  const secondaries = state.secondaries.map((other) => (other === secondary ? next : other));
  const [after, { send = [], logLines = [] }] = grantToTransferee({ ...state, secondaries }, input.now);
  return [after, { send: [...outgoing, ...send], logLines }];
}

function unservedMessageReceived(state: Secondary, peer: PeerId, message: Message): StepResult {
  if (message.type === "claim") return claimReceived(state, peer, message);
  if (message.type !== "hello") return [state, {}];
  if (isLater(message.claim, claimOf(state.record.history))) return claimReceived(state, peer, message);
  return [state, { send: [{ type: "close", to: peer, reason: notPrimaryReason }] }];
}

export function demotedBeat(state: Secondary, now: Instant): readonly [Secondary, readonly OutboundMessage[]] {
  const { secondaries, send, beatAt } = beat(state.secondaries, { now, last: state.log.last });
  return [{ ...state, secondaries: secondaries.filter(({ phase }) => phase !== "away"), beatAt }, send];
}

function claimReceived(state: Secondary, peer: PeerId, { type, claim }: MessageOf<"claim" | "hello">): StepResult {
  const { record } = state;
  const isNews = isLater(claim, latestClaim(record));
  const known = isNews ? { ...record, receivedClaim: claim, right: noRight } : record;
  const answer = { type: "message", to: peer, message: { type: "claim", claim: latestClaim(known) } } as const;
  const close = { type: "close", to: peer, reason: earlierEraReason } as const;
  return [
    { ...state, record: known },
    {
      send: type === "claim" ? [answer] : [close],
      ...(isNews
        ? {
            logLines: [
              { level: "info", event: "another cluster is the primary in a later era", facts: { epoch: claim.epoch } },
            ],
          }
        : {}),
    },
  ];
}

function outdated(state: Secondary, peer: SecondaryId, { index }: MessageOf<"hello">): StepResult {
  const { record, log } = state;
  const isNews = record.right.state === "held";
  return [
    {
      ...state,
      record: isNews ? { ...record, right: noRight } : record,
      secondaries: state.secondaries.filter((secondary) => secondary.peer !== peer),
    },
    {
      send: [{ type: "close", to: peer, reason: outdatedReason(index, log.last) }],
      ...(isNews
        ? {
            logLines: [
              {
                level: "warn",
                event: "the right to lead is void: the store of this cluster is older than what it has replicated",
                facts: { id: peer, index, last: log.last },
              },
            ],
          }
        : {}),
    },
  ];
}

function rightRequested(state: Secondary, secondary: SecondaryProgress, now: Instant): StepResult {
  const { right } = state.record;
  const isItsOwn = right.state === "granted" && right.to === secondary.peer;
  const denial = (code: "refused" | "unavailable", reason: string): readonly [Secondary, StepResult[1]] => [
    state,
    {
      send: [{ type: "message", to: secondary.peer, message: { type: "deny right", code, reason } }],
      logLines: [{ level: "warn", event: "the right to lead was denied", facts: { id: secondary.peer, reason } }],
    },
  ];
  if (right.state === "none") {
    return denial("refused", "the demoted cluster does not hold the right to lead any more; only force promotes");
  }
  if (right.state === "granted" && !isItsOwn) {
    return denial(
      "refused",
      `the demoted cluster granted the right to lead to ${JSON.stringify(right.to)}: promote that one, or provide the force argument`,
    );
  }
  const isKnown = state.isRightConfirmed && !isItsOwn;
  if (!isKnown && !isInquired(state, now)) {
    const [, effects] = denial(
      "unavailable",
      "the members of the set are asked whether it was handed on; try again later",
    );
    return [state, { ...effects, send: [...inquire(state.record, state.record.members), ...(effects.send ?? [])] }];
  }
  if (!state.isRightConfirmed && !isItsOwn) {
    return denial("unavailable", unconfirmed("not all that it may have been handed over to could be asked"));
  }
  if (!isUnfiltered(secondary)) {
    return denial(
      "refused",
      "a paths filter keeps data from this secondary, which would be lost; promote another or provide the force argument",
    );
  }
  if (!hasAll(secondary, state)) {
    return denial("unavailable", "replication is still catching up, try again later or provide the force argument");
  }
  return granted(state, secondary.peer);
}

/**
 * Milliseconds for which a demoted cluster that lost all its secondaries, or was restarted, waits for the others after
 * the first one connected again: twice the longest pause between two attempts. Without the wait, the first to connect
 * would get the right to lead.
 */
const returnMilliseconds = 2 * longestPauseMilliseconds;

/**
 * Returns the secondary that gets the right to lead without a request: the only one that streams and from which nothing
 * is filtered; undefined if there are none or several.
 */
function transfereeOf({ secondaries }: Secondary): SecondaryProgress | undefined {
  const candidates = secondaries.filter((one) => one.phase === "streaming" && isUnfiltered(one));
  return candidates.length === 1 ? candidates[0] : undefined;
}

function grantToTransferee(state: Secondary, now: Instant): readonly [Secondary, StepResult[1]] {
  const { record, isRightConfirmed } = state;
  if (record.right.state !== "held" || now < state.transfersFrom) return [state, {}];
  if (!isRightConfirmed) return [state, isInquired(state, now) ? {} : { send: inquire(record, record.members) }];
  const transferee = transfereeOf(state);
  return transferee && hasAll(transferee, state) ? granted(state, transferee.peer) : [state, {}];
}

/**
 * Grants the right to lead to `peer`. Invariant: the grant is saved before it is sent, and no other
 * secondary is granted the right after it.
 */
function granted(state: Secondary, peer: SecondaryId): readonly [Secondary, StepResult[1]] {
  const { record, log } = state;
  const isNews = record.right.state === "held";
  return [
    isNews ? { ...state, record: { ...record, right: { state: "granted", to: peer } } } : state,
    {
      send: [{ type: "message", to: peer, message: { type: "grant right", index: log.last } }],
      logLines: isNews
        ? [{ level: "info", event: "the right to lead was granted", facts: { id: peer, index: log.last } }]
        : [],
    },
  ];
}

function rightWarning(state: Secondary): string {
  const { right } = state.record;
  const transferee = transfereeOf(state);
  if (right.state === "granted") return `The right to lead was handed over to ${JSON.stringify(right.to)}.`;
  return transferee === undefined
    ? "It holds the right to lead until it is promoted again or a secondary that has everything is promoted."
    : `The right to lead goes to ${JSON.stringify(transferee.peer)} as soon as it has everything.`;
}
