import { assert } from "../../../api/assert.ts";
import type { Instant } from "../../../ports/clock.ts";
import { latestClaim } from "../../protocol/claim.ts";
import { namesOf } from "../../protocol/filtered.ts";
import { historyThrough } from "../../protocol/history.ts";
import { type Addresses, upstreamPeer } from "../../protocol/peer.ts";
import type { OutboundMessage, StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import type { SecondaryRecord } from "../record/record.ts";
import { withMember } from "../record/set-member.ts";
import type { Connection, HelloState, OpenConnection, Primary, Secondary, Unanswered } from "../state.ts";
import { beatMilliseconds, silenceLimit } from "./heartbeat.ts";

/** Milliseconds before the second attempt; doubled after each failure. */
const firstPauseMilliseconds = 250;

/** Milliseconds between two attempts at most, so that a repaired link is noticed soon. */
export const longestPauseMilliseconds = 5000;

/**
 * Characters of entries that may be sent to a secondary before it acknowledges them: its memory
 * while its store is slow, and enough to fill a link.
 */
const creditCharacters = 16 * 1024 * 1024;

/**
 * Random share by which a pause is shortened at most, so that the secondaries of a restarted
 * primary do not all dial at once.
 */
const spread = 0.5;

const unanswered: Unanswered = { state: "unanswered" };

/** Result of a step after which the cluster has the same role. */
type RoleResult<Role> = readonly [Role, StepResult[1]];

/**
 * Returns the connection of a secondary that lost its primary, or did not reach it, for this
 * `reason`.
 */
export function waitingForRetry(
  attempts: number,
  { now, chance = 0, reason }: Pick<Input, "now" | "chance"> & Readonly<{ reason: string }>,
): Connection<Unanswered> {
  const whole = Math.min(firstPauseMilliseconds * 2 ** Math.min(attempts, 16), longestPauseMilliseconds);
  const pause = Math.round(whole * (1 - spread * chance));
  return { phase: "waiting", attempts: attempts + 1, retryAt: now + pause, endedBecause: reason };
}

/** Returns a new connection, on which no message was received. */
export function connectedTo(
  addresses: Addresses,
  { attempts, now }: Readonly<{ attempts: number; now: Instant }>,
): OpenConnection<Unanswered> {
  return {
    phase: "connected",
    addresses,
    attempts,
    hello: unanswered,
    missedHeartbeats: 0,
    checkAt: now + beatMilliseconds,
  };
}

/**
 * Returns the number of connections in a row without progress, including the current one. Each
 * makes the next pause longer.
 */
export function attemptsWithoutProgress(connection: Connection): number {
  if (connection.phase === "none") return 0;
  if (connection.phase === "connected" && connection.hello.state === "progressed") return 0;
  return connection.attempts;
}

/** Returns true when the primary has answered the hello of this cluster. */
export function isHelloAnswered(connection: Connection): boolean {
  return connection.phase === "connected" && connection.hello.state !== "unanswered";
}

/**
 * Returns a connection after the primary answered the hello, or began another comparison. Progress
 * counts for the rest of the connection.
 */
export function withHelloAnswered(
  connection: OpenConnection,
  target: number,
): OpenConnection<Exclude<HelloState, Unanswered>> {
  const state = connection.hello.state === "progressed" ? "progressed" : "answered";
  return { ...connection, hello: { state, target } };
}

/** Returns a connection on which data were received, or none were missing. */
export function withProgress(connection: OpenConnection): OpenConnection<Extract<HelloState, { state: "progressed" }>> {
  const { hello } = connection;
  assert(hello.state !== "unanswered", "no data are received before the primary has answered the hello");
  return { ...connection, hello: { state: "progressed", target: hello.target } };
}

/** Returns the connection of a secondary after its promotion: to the former primary, without a hello. */
export function afterPromotion(connection: OpenConnection): OpenConnection<Unanswered> {
  return { ...connection, attempts: attemptsWithoutProgress(connection), hello: unanswered };
}

/** The primary admitted this cluster, which sends its hello. */
export function primaryConnected(
  state: Secondary,
  { addresses, key, now }: Pick<Extract<Input, { type: "connected" }>, "addresses" | "key" | "now">,
): StepResult {
  if (state.connection.phase !== "dialling") {
    return [state, { send: [{ type: "close", to: upstreamPeer, reason: "no longer wanted" }] }];
  }
  const { record, log } = state;
  const connection = connectedTo(addresses, { attempts: state.connection.attempts, now });
  const reach = Math.max(record.data.reach, log.last);
  const hello = {
    type: "hello",
    index: log.last,
    reach,
    history: historyThrough(record.history, reach),
    copied: record.data.phase === "copying" ? record.data.copied : null,
    comparing: record.data.phase === "comparing",
    filtered: namesOf(record.filtered),
    claim: latestClaim(record),
    holdsRight: record.right.state === "held",
    credit: creditCharacters,
  } as const;
  const { usedKeyPair, kept } = withoutKeyPair(withMember(record, { key, address: addresses.cluster }));
  return [
    { ...state, record: kept, connection, lastReceivedAt: now },
    {
      ...(usedKeyPair === undefined ? {} : { save: { usedKeyPair } }),
      send: [{ type: "message", to: upstreamPeer, message: hello }],
      logLines: [
        { level: "info", event: "connected to the primary", facts: { address: record.upstream?.address ?? "" } },
      ],
    },
  ];
}

/**
 * Returns `record` without the key pair to which its activation token was encrypted: it is used up
 * with the first connection.
 */
function withoutKeyPair(record: SecondaryRecord): Readonly<{ usedKeyPair?: string; kept: SecondaryRecord }> {
  if (record.upstream?.publicKey === undefined) return { kept: record };
  const { publicKey: usedKeyPair, ...upstream } = record.upstream;
  return { usedKeyPair, kept: { ...record, upstream } };
}

/** The connection ended, and this cluster did not close it. */
export function primaryDisconnected(state: Secondary, input: Extract<Input, { type: "disconnected" }>): StepResult {
  const { connection } = state;
  if (connection.phase !== "dialling" && connection.phase !== "connected") return [state, {}];
  const attempts = attemptsWithoutProgress(connection);
  const facts = { reason: input.reason };
  return [
    { ...state, connection: waitingForRetry(attempts, input) },
    // Only the first of many failures is logged.
    attempts > 0 ? {} : { logLines: [{ level: "warn", event: "no connection to the primary", facts }] },
  ];
}

/**
 * Closes the connection because the other end violates the protocol; the next connection begins
 * with a hello.
 */
export function breakOff<Role extends Secondary | Primary>(
  state: Role,
  reason: string,
  now: Instant,
): RoleResult<Role> {
  return [
    { ...state, connection: waitingForRetry(attemptsWithoutProgress(state.connection), { now, reason }) },
    {
      send: [{ type: "close", to: upstreamPeer, reason }],
      logLines: [{ level: "warn", event: "broke off with the primary", facts: { reason } }],
    },
  ];
}

/** Advances the connection in time: dials again, or closes a connection that is silent. */
export function connectionTick<Role extends Secondary | Primary>(state: Role, now: Instant): RoleResult<Role> {
  const connection: Connection = state.connection;
  if (connection.phase === "waiting" && now >= connection.retryAt) {
    return [
      { ...state, connection: { ...endedReason(connection), phase: "dialling", attempts: connection.attempts } },
      { send: [{ type: "dial" }] },
    ];
  }
  if (connection.phase === "connected" && now >= connection.checkAt) {
    if (connection.missedHeartbeats >= silenceLimit)
      return breakOff(state, "no message was received for too long", now);
    const { missedHeartbeats } = connection;
    return [
      {
        ...state,
        connection: { ...connection, missedHeartbeats: missedHeartbeats + 1, checkAt: now + beatMilliseconds },
      },
      {},
    ];
  }
  return [state, {}];
}

function endedReason({ endedBecause }: Readonly<{ endedBecause?: string }>): Readonly<{ endedBecause?: string }> {
  return endedBecause === undefined ? {} : { endedBecause };
}

/** Returns the message that closes the connection that this cluster dialled, if it is open. */
export function closeUpstream({ connection }: Secondary | Primary, reason: string): readonly OutboundMessage[] {
  const open = connection.phase === "dialling" || connection.phase === "connected";
  return open ? [{ type: "close", to: upstreamPeer, reason }] : [];
}
