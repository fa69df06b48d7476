import type { Instant } from "../../ports/clock.ts";
import { admitted, withGuest } from "./admission.ts";
import { acceptedWith, type OutboundMessage, type Turn } from "./effects.ts";
import { anybody, beat, beatMilliseconds } from "./heartbeat.ts";
import type { Input, SecondaryConnected } from "./input.ts";
import { arrived, complete, heard, type Service } from "./secondary-progress.ts";
import type { Primary, Secondary, SecondaryProgress } from "./state.ts";

/**
 * A demoted primary writes no more, keeps its set and data, and connects to nobody until it is told to. Those who follow it at that
 * moment are still given all it wrote, and then a farewell: with that they know that promoting them loses nothing. Whoever was cut off
 * just then may come back for both.
 */
export function demoted({ record, log, secondaries, beatAt }: Primary, now: Instant): Turn {
  const state: Secondary = {
    role: "secondary",
    record: {
      set: record.set,
      cluster: record.cluster,
      filtered: record.filtered,
      id: "",
      history: record.history,
      upstream: null,
      data: { phase: "streaming", reach: 0, first: false },
      former: record.secondaries,
      discarded: 0,
    },
    log,
    connection: { phase: "none" },
    startedAt: now,
    heardAt: null,
    secondaries: secondaries.filter(({ phase }) => phase !== "away"),
    beatAt,
  };
  const [next, send] = farewells(state);
  return [
    next,
    {
      send,
      apply: ["leadership"],
      verdict: acceptedWith(
        "This cluster is a secondary now. It replicates from no primary until update-primary gives it one.",
      ),
    },
  ];
}

/** Somebody this cluster led is back, perhaps before the farewell reached it. */
export function returned(state: Secondary, { peer, addresses, cluster = "", now }: SecondaryConnected): Turn {
  const { record } = state;
  if (!admitted(state, now).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: "this cluster is not the primary" }] }];
  }
  const others = state.secondaries.filter((secondary) => secondary.peer !== peer);
  const beatAt = anybody(state.secondaries) ? state.beatAt : now + beatMilliseconds;
  const former = withGuest(record.former, peer, cluster);
  const known = former === record.former ? record : { ...record, former };
  return [{ ...state, record: known, secondaries: [...others, arrived(peer, addresses, now)], beatAt }, {}];
}

/** What a message of somebody who still follows does. */
export function departingHeard(state: Secondary, message: Extract<Input, { type: "message" }>): Turn {
  const secondary = state.secondaries.find(({ peer }) => peer === message.from);
  if (!secondary) return [state, {}];
  const [next, outgoing]: Service = heard(secondary, message, { history: state.record.history, log: state.log });
  const secondaries = state.secondaries.map((other) => (other === secondary ? next : other));
  const [after, closing] = farewells({ ...state, secondaries });
  return [after, { send: [...outgoing, ...closing] }];
}

/** One heartbeat to those who still follow. */
export function departingBeat(state: Secondary, now: Instant): readonly [Secondary, readonly OutboundMessage[]] {
  const { secondaries, send, beatAt } = beat(state.secondaries, { now, last: state.log.last });
  return [{ ...state, secondaries: secondaries.filter(({ phase }) => phase !== "away"), beatAt }, send];
}

/** Lets go of everybody who has all there is. */
function farewells(state: Secondary): readonly [Secondary, readonly OutboundMessage[]] {
  const done = (secondary: SecondaryProgress) => complete(secondary, { history: state.record.history, log: state.log });
  const send = state.secondaries.filter(done).flatMap(({ peer }): readonly OutboundMessage[] => [
    { type: "message", to: peer, message: { type: "farewell", index: state.log.last } },
    { type: "close", to: peer, reason: "the primary is demoted" },
  ]);
  return [{ ...state, secondaries: state.secondaries.filter((secondary) => !done(secondary)) }, send];
}
