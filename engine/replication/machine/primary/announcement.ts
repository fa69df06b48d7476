import { claimOf, isFenced, isLater, latestClaim } from "../../protocol/claim.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import { type PeerId, upstreamPeer } from "../../protocol/peer.ts";
import { attemptsWithoutProgress, connectedTo, waitingForRetry } from "../connection.ts";
import type { StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import { withMember } from "../set-member.ts";
import type { Primary } from "../state.ts";

/** The primary of before took the connection: it is told of this cluster's era. */
export function announcementConnected(
  state: Primary,
  { addresses, key, now }: Extract<Input, { type: "connected" }>,
): StepResult {
  if (state.connection.phase !== "dialling") {
    return [state, { send: [{ type: "close", to: upstreamPeer, reason: "no longer wanted" }] }];
  }
  const { record } = state;
  const message: Message = { type: "claim", claim: claimOf(record.history) };
  return [
    {
      ...state,
      record: withMember(record, { key, address: addresses.cluster }),
      connection: connectedTo(addresses, { attempts: state.connection.attempts, now }),
    },
    { send: [{ type: "message", to: upstreamPeer, message }] },
  ];
}

/** The connection to the primary of before ended. One that refuses this cluster for good has another set or other secondaries now: it is not dialled again. */
export function announcementDisconnected(state: Primary, input: Extract<Input, { type: "disconnected" }>): StepResult {
  const { connection, record } = state;
  const { isRefused, reason } = input;
  if (isRefused) {
    return [
      { ...state, record: { ...record, untold: null }, connection: { phase: "none" } },
      { logLines: [{ level: "warn", event: "the primary of before was not told of this era", facts: { reason } }] },
    ];
  }
  return [
    record.untold === null
      ? state
      : { ...state, connection: waitingForRetry(attemptsWithoutProgress(connection), input) },
    {},
  ];
}

/**
 * What the primary of before says: once it has told its latest claim, it knows of this one. Promoted by force just then, it says a later one at once, while the
 * connection is being closed here: no cluster dials again to tell it.
 */
export function announcementAnswered(state: Primary, message: Message): StepResult {
  const { connection } = state;
  if (connection.phase !== "connected") return message.type === "claim" ? fencedBy(state, message) : [state, {}];
  if (message.type !== "claim") return [{ ...state, connection: { ...connection, missedHeartbeats: 0 } }, {}];
  const told: Primary = { ...state, record: { ...state.record, untold: null }, connection: { phase: "none" } };
  const close = { type: "close", to: upstreamPeer, reason: "it was told which cluster is the primary" } as const;
  const [next, effects] = fencedBy(told, message);
  return [next, { ...effects, send: [close] }];
}

/** A peer that is no primary of before tells of a claim: it is answered with the latest that is known here. */
export function claimReceived(state: Primary, from: PeerId, message: MessageOf<"claim" | "hello">): StepResult {
  const [next, effects] = fencedBy(state, message);
  const answer = { type: "claim", claim: latestClaim(next.record) } as const;
  return [next, { ...effects, send: [{ type: "message", to: from, message: answer }] }];
}

/**
 * What a claim does to a primary. One that is later than its own fences it: it writes no more from now on, also after restarts. Only a demotion
 * ends that, and then a promotion by force, which begins a later era still.
 */
export function fencedBy(
  state: Primary,
  { claim }: Readonly<{ claim: MessageOf<"claim">["claim"] }>,
): readonly [Primary, StepResult[1]] {
  const { record } = state;
  if (!isLater(claim, latestClaim(record))) return [state, {}];
  const wasFenced = isFenced(record);
  const own = claimOf(record.history).epoch;
  return [
    { ...state, record: { ...record, met: claim } },
    wasFenced
      ? {}
      : {
          apply: ["leadership"],
          logLines: [
            {
              level: "warn",
              event: "fenced: another cluster is the primary in a later era",
              facts: { epoch: own, later: claim.epoch },
            },
          ],
        },
  ];
}
