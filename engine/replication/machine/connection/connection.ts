import { assert } from "../../../api/errors/assert.ts";
import type { Instant } from "../../../ports/clock.ts";
import { type Addresses, upstreamPeer } from "../../protocol/peer.ts";
import type { OutboundMessage, StepResult } from "../effects.ts";
import type { Input } from "../input.ts";
import type { Connection, HelloState, OpenConnection, Primary, Secondary, Unanswered } from "../state.ts";
import { beatMilliseconds, silenceLimit } from "./heartbeat.ts";

/**
 * Milliseconds of the pause after the first failed attempt to connect; doubled after each further
 * failure, up to {@link longestPauseMilliseconds}.
 */
const firstPauseMilliseconds = 250;

/** Maximum milliseconds of a pause between two attempts to connect. */
export const longestPauseMilliseconds = 5000;

/**
 * A pause is shortened by a random share of up to this value, so that the secondaries of a restarted primary do not all
 * dial at once.
 */
const spread = 0.5;

const unanswered: Unanswered = { state: "unanswered" };

type RoleResult<Role> = readonly [Role, StepResult[1]];

export function waitingForRetry(
  attempts: number,
  { now, chance = 0, reason }: Pick<Input, "now" | "chance"> & Readonly<{ reason: string }>,
): Connection<Unanswered> {
  const whole = Math.min(firstPauseMilliseconds * 2 ** Math.min(attempts, 16), longestPauseMilliseconds);
  const pause = Math.round(whole * (1 - spread * chance));
  return { phase: "waiting", attempts: attempts + 1, retryAt: now + pause, endedBecause: reason };
}

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
 * Returns the number of consecutive attempts to connect that ended without progress; 0 when the current connection has
 * made progress.
 */
export function attemptsWithoutProgress(connection: Connection): number {
  if (connection.phase === "none") return 0;
  if (connection.phase === "connected" && connection.hello.state === "progressed") return 0;
  return connection.attempts;
}

export function isHelloAnswered(connection: Connection): boolean {
  return connection.phase === "connected" && connection.hello.state !== "unanswered";
}

export function withHelloAnswered(
  connection: OpenConnection,
  target: number,
): OpenConnection<Exclude<HelloState, Unanswered>> {
  const state = connection.hello.state === "progressed" ? "progressed" : "answered";
  return { ...connection, hello: { state, target } };
}

/** Returns `connection` after progress: data or parts of the Merkle tree were received, or no data were missing. */
export function withProgress(connection: OpenConnection): OpenConnection<Extract<HelloState, { state: "progressed" }>> {
  const { hello } = connection;
  assert(hello.state !== "unanswered", "no data are received before the primary has answered the hello");
  return { ...connection, hello: { state: "progressed", target: hello.target } };
}

export function afterPromotion(connection: OpenConnection): OpenConnection<Unanswered> {
  return { ...connection, attempts: attemptsWithoutProgress(connection), hello: unanswered };
}

/**
 * Closes the connection to the dialled cluster, because it violates the protocol or is silent. It is dialled again
 * after a pause.
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

export function closeUpstream({ connection }: Secondary | Primary, reason: string): readonly OutboundMessage[] {
  const open = connection.phase === "dialling" || connection.phase === "connected";
  return open ? [{ type: "close", to: upstreamPeer, reason }] : [];
}
