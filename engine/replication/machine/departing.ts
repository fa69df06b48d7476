import type { Instant } from "../../ports/clock.ts";
import { admitted, withGuest } from "./admission.ts";
import { acceptedWith, type Letter, type Turn } from "./effects.ts";
import { arrived, complete, heard, type Service } from "./follower.ts";
import { anybody, beat, beatMilliseconds } from "./heartbeat.ts";
import type { Input, SecondaryConnected } from "./input.ts";
import type { Follower, Primary, Secondary } from "./state.ts";

/**
 * A demoted primary writes no more, keeps its set and data, and connects to nobody until it is told to. Those who follow it at that
 * moment are still given all it wrote, and then a farewell: with that they know that promoting them loses nothing. Whoever was cut off
 * just then may come back for both.
 */
export function demoted({ record, log, followers, beatAt }: Primary, now: Instant): Turn {
  const state: Secondary = {
    role: "secondary",
    record: {
      set: record.set,
      cluster: record.cluster,
      withheld: record.withheld,
      id: "",
      history: record.history,
      upstream: null,
      data: { phase: "following", reach: 0, first: false },
      former: record.secondaries,
      discarded: 0,
    },
    log,
    connection: { phase: "none" },
    startedAt: now,
    heardAt: null,
    followers: followers.filter(({ phase }) => phase !== "away"),
    beatAt,
  };
  const [next, send] = farewells(state);
  return [
    next,
    {
      send,
      apply: ["leadership"],
      verdict: acceptedWith("This cluster is a secondary now. It follows nobody until it is given a primary."),
    },
  ];
}

/** Somebody this cluster led is back, perhaps before the farewell reached it. */
export function returned(state: Secondary, { peer, addresses, cluster = "", now }: SecondaryConnected): Turn {
  const { record } = state;
  if (!admitted(state, now).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: "this cluster is not the primary" }] }];
  }
  const others = state.followers.filter((follower) => follower.peer !== peer);
  const beatAt = anybody(state.followers) ? state.beatAt : now + beatMilliseconds;
  const former = withGuest(record.former, peer, cluster);
  const known = former === record.former ? record : { ...record, former };
  return [{ ...state, record: known, followers: [...others, arrived(peer, addresses, now)], beatAt }, {}];
}

/** What a message of somebody who still follows does. */
export function departingHeard(state: Secondary, message: Extract<Input, { type: "message" }>): Turn {
  const follower = state.followers.find(({ peer }) => peer === message.from);
  if (!follower) return [state, {}];
  const [next, letters]: Service = heard(follower, message, { history: state.record.history, log: state.log });
  const followers = state.followers.map((other) => (other === follower ? next : other));
  const [after, closing] = farewells({ ...state, followers });
  return [after, { send: [...letters, ...closing] }];
}

/** One heartbeat to those who still follow. */
export function departingBeat(state: Secondary, now: Instant): readonly [Secondary, readonly Letter[]] {
  const { followers, send, beatAt } = beat(state.followers, { now, last: state.log.last });
  return [{ ...state, followers: followers.filter(({ phase }) => phase !== "away"), beatAt }, send];
}

/** Lets go of everybody who has all there is. */
function farewells(state: Secondary): readonly [Secondary, readonly Letter[]] {
  const done = (follower: Follower) => complete(follower, { history: state.record.history, log: state.log });
  const send = state.followers.filter(done).flatMap(({ peer }): readonly Letter[] => [
    { type: "message", to: peer, message: { type: "farewell", index: state.log.last } },
    { type: "close", to: peer, reason: "the primary is demoted" },
  ]);
  return [{ ...state, followers: state.followers.filter((follower) => !done(follower)) }, send];
}
