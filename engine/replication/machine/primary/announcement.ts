import { claimOf, isFenced, isLater, latestClaim } from "../../protocol/claim.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import { type PeerId, upstreamPeer } from "../../protocol/peer.ts";
import { attemptsWithoutProgress, connectedTo, waitingForRetry } from "../connection/connection.ts";
import type { StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import { withMember } from "../record/set-member.ts";
import type { Primary } from "../state.ts";

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

export function announcementDisconnected(state: Primary, input: Extract<Input, { type: "disconnected" }>): StepResult {
  const { connection, record } = state;
  const { isRefused, reason } = input;
  if (isRefused) {
    return [
      { ...state, record: { ...record, announceTo: null }, connection: { phase: "none" } },
      { logLines: [{ level: "warn", event: "the former primary was not informed of this era", facts: { reason } }] },
    ];
  }
  return [
    record.announceTo === null
      ? state
      : { ...state, connection: waitingForRetry(attemptsWithoutProgress(connection), input) },
    {},
  ];
}

/**
 * Handles a message of the former primary. Its claim acknowledges the claim of this cluster. If the
 * claim is later than those that this cluster knows, it fences this cluster.
 */
export function announcementAnswered(state: Primary, message: Message): StepResult {
  const { connection } = state;
  if (connection.phase !== "connected") return message.type === "claim" ? fencedBy(state, message) : [state, {}];
  if (message.type !== "claim") return [{ ...state, connection: { ...connection, missedHeartbeats: 0 } }, {}];
  const informed: Primary = { ...state, record: { ...state.record, announceTo: null }, connection: { phase: "none" } };
  const close = { type: "close", to: upstreamPeer, reason: "it was informed which cluster is the primary" } as const;
  const [next, effects] = fencedBy(informed, message);
  return [next, { ...effects, send: [close] }];
}

export function claimReceived(state: Primary, from: PeerId, message: MessageOf<"claim" | "hello">): StepResult {
  const [next, effects] = fencedBy(state, message);
  const answer = { type: "claim", claim: latestClaim(next.record) } as const;
  return [next, { ...effects, send: [{ type: "message", to: from, message: answer }] }];
}

/**
 * Applies a claim to a primary. A claim that is later than the primary's own fences it: it accepts no writes, also
 * after restarts.
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
    { ...state, record: { ...record, receivedClaim: claim } },
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
