import type { Instant } from "../../ports/clock.ts";
import type { Letter } from "./effects.ts";
import type { Follower } from "./state.ts";

/** Milliseconds between two signs of life: often enough that a rehearsed outage shows soon, seldom enough to cost nothing. */
export const beatMilliseconds = 2000;

/** Heartbeats without a word from the other end after which it counts as gone. They are counted, so that a leap of the clock is one. */
export const silenceLimit = 3;

/** One heartbeat to everybody who is connected; those who have been silent too long are let go. */
export function beat(
  followers: readonly Follower[],
  { now, last }: Readonly<{ now: Instant; last: number }>,
): Readonly<{ followers: readonly Follower[]; send: readonly Letter[]; beatAt: Instant }> {
  const send: Letter[] = [];
  const next = followers.map((follower): Follower => {
    if (follower.phase === "away") return follower;
    if (follower.unheard >= silenceLimit) {
      send.push({ type: "close", to: follower.peer, reason: "nothing was heard for too long" });
      return { ...follower, phase: "away" };
    }
    send.push({ type: "message", to: follower.peer, message: { type: "heartbeat", last } });
    return { ...follower, unheard: follower.unheard + 1 };
  });
  return { followers: next, send, beatAt: now + beatMilliseconds };
}

/** Whether anybody is there to send heartbeats to. */
export function anybody(followers: readonly Follower[]): boolean {
  return followers.some(({ phase }) => phase !== "away");
}
