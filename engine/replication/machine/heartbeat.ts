import type { Instant } from "../../ports/clock.ts";
import type { OutboundMessage } from "./effects.ts";
import type { SecondaryProgress } from "./state.ts";

/** Milliseconds between two signs of life: often enough that a rehearsed outage shows soon, seldom enough to cost nothing. */
export const beatMilliseconds = 2000;

/** Heartbeats without a word from the other end after which it counts as gone. They are counted, so that a leap of the clock is one. */
export const silenceLimit = 3;

/** One heartbeat to every connected secondary; those who have been silent too long are let go. */
export function beat(
  secondaries: readonly SecondaryProgress[],
  { now, last }: Readonly<{ now: Instant; last: number }>,
): Readonly<{ secondaries: readonly SecondaryProgress[]; send: readonly OutboundMessage[]; beatAt: Instant }> {
  const send: OutboundMessage[] = [];
  const next = secondaries.map((secondary): SecondaryProgress => {
    if (secondary.phase === "away") return secondary;
    if (secondary.missedHeartbeats >= silenceLimit) {
      send.push({ type: "close", to: secondary.peer, reason: "nothing was heard for too long" });
      return { ...secondary, phase: "away" };
    }
    send.push({ type: "message", to: secondary.peer, message: { type: "heartbeat", last } });
    return { ...secondary, missedHeartbeats: secondary.missedHeartbeats + 1 };
  });
  return { secondaries: next, send, beatAt: now + beatMilliseconds };
}

/** Whether a secondary is connected. */
export function isAnyConnected(secondaries: readonly SecondaryProgress[]): boolean {
  return secondaries.some(({ phase }) => phase !== "away");
}
