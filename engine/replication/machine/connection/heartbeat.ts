import type { Instant } from "../../../ports/clock.ts";
import type { OutboundMessage } from "../effects.ts";
import type { SecondaryProgress } from "../state.ts";

export const beatMilliseconds = 2000;

/**
 * Number of consecutive heartbeat intervals without a message after which a connection is closed in
 * the next interval. Intervals are counted, so that a jump of the clock counts as one interval.
 */
export const silenceLimit = 3;

/**
 * Sends a heartbeat to the connected secondaries, except those that were silent for {@link
 * silenceLimit} intervals: their connections are closed.
 */
export function beat(
  secondaries: readonly SecondaryProgress[],
  { now, last }: Readonly<{ now: Instant; last: number }>,
): Readonly<{ secondaries: readonly SecondaryProgress[]; send: readonly OutboundMessage[]; beatAt: Instant }> {
  const send: OutboundMessage[] = [];
  const next = secondaries.map((secondary): SecondaryProgress => {
    if (secondary.phase === "away") return secondary;
    if (secondary.missedHeartbeats >= silenceLimit) {
      send.push({ type: "close", to: secondary.peer, reason: "no message was received for too long" });
      return { ...secondary, phase: "away" };
    }
    send.push({ type: "message", to: secondary.peer, message: { type: "heartbeat", last } });
    return { ...secondary, missedHeartbeats: secondary.missedHeartbeats + 1 };
  });
  return { secondaries: next, send, beatAt: now + beatMilliseconds };
}

export function isAnyConnected(secondaries: readonly SecondaryProgress[]): boolean {
  return secondaries.some(({ phase }) => phase !== "away");
}
