import { quoted } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import { admitted, withGuest } from "./admission.ts";
import { append } from "./append.ts";
import type { Command } from "./command.ts";
import { demoted } from "./departing.ts";
import { accepted, acceptedWith, refusal, type Turn } from "./effects.ts";
import { anybody, beat, beatMilliseconds } from "./heartbeat.ts";
import { latestEpoch } from "./history.ts";
import type { Input, SecondaryConnected } from "./input.ts";
import { nameOf, type PeerId, upstreamPeer } from "./peer.ts";
import type { KnownSecondary } from "./record.ts";
import { advanced, arrived, dismissals, heard, type Serving, withFilterState } from "./secondary-progress.ts";
import type { Primary, SecondaryProgress } from "./state.ts";
import { unfit } from "./unfit.ts";

/** Secondaries that a primary knows at most; more would make every write slow before anything else breaks. */
const maxSecondaries = 256;

/** The turns of a primary: it writes, and sends what it wrote to its secondaries. */
export function primary(state: Primary, input: Input): Turn {
  switch (input.type) {
    case "command":
      return commanded(state, input.command, input.now);
    case "connected":
      return input.peer === upstreamPeer ? [state, {}] : connected(state, { ...input, peer: input.peer });
    case "disconnected":
      return [
        withProgress(state, input.peer, (secondary) => ({ ...secondary, phase: "away" })),
        {
          remarks: [
            { level: "info", event: "secondary disconnected", facts: { id: nameOf(input.peer), reason: input.reason } },
          ],
        },
      ];
    case "message": {
      const secondary = state.secondaries.find(({ peer }) => peer === input.from);
      if (!secondary || secondary.phase === "away") return [state, {}];
      const [next, send] = heard(secondary, input, serving(state));
      return [withProgress(state, input.from, () => next), { send }];
    }
    case "tick":
      return tick(state, input.now);
  }
}

function commanded(state: Primary, command: Command, now: Instant): Turn {
  switch (command.type) {
    case "append":
      return appended(state, command);
    case "register secondary":
      return registered(state, command);
    case "revoke secondary":
      return revoked(state, command.id);
    case "demote":
      return demoted(state, now);
    case "disable":
      if (command.role !== "primary") return unfit(state, command);
      return [
        { role: "disabled", record: null, log: state.log },
        {
          send: dismissals(state.secondaries, "replication is disabled"),
          verdict: acceptedWith(
            "Replication is disabled. No secondary can connect any more; enabling again begins a new set.",
          ),
        },
      ];
    case "enable primary":
    case "enable secondary":
    case "promote":
    case "update primary":
      return unfit(state, command);
  }
}

function appended(state: Primary, { batches, filterStates }: Extract<Command, { type: "append" }>): Turn {
  const { log, save } = append(state.log, latestEpoch(state.record.history), batches);
  const written = { ...state, log };
  const services = state.secondaries.map((secondary) => {
    const filterState = filterStates?.get(secondary.peer);
    return filterState
      ? withFilterState(secondary, filterState, serving(written))
      : advanced(secondary, serving(written));
  });
  return [
    { ...written, secondaries: services.map(([secondary]) => secondary) },
    { save, send: services.flatMap(([, outgoing]) => outgoing), verdict: accepted },
  ];
}

function connected(state: Primary, { peer, addresses, cluster = "", now }: SecondaryConnected): Turn {
  const { record } = state;
  if (!admitted(state, now).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: "this secondary is not known here" }] }];
  }
  const others = state.secondaries.filter((secondary) => secondary.peer !== peer);
  const beatAt = anybody(state.secondaries) ? state.beatAt : now + beatMilliseconds;
  const secondaries = withGuest(record.secondaries, peer, cluster);
  return [
    {
      ...state,
      record: secondaries === record.secondaries ? record : { ...record, secondaries },
      secondaries: [...others, arrived(peer, addresses, now)],
      beatAt,
    },
    { remarks: [{ level: "info", event: "secondary connected", facts: { id: peer } }] },
  ];
}

function registered(state: Primary, { id, digest, until }: Omit<KnownSecondary, "cluster">): Turn {
  const { record } = state;
  if (id === "") return refusal(state, "refused", `a secondary cannot be named ${quoted(id)}`);
  if (record.secondaries.some((known) => known.id === id)) {
    return refusal(
      state,
      "refused",
      `a secondary named ${quoted(id)} is known already; revoke it before its name is used again`,
    );
  }
  if (record.secondaries.length >= maxSecondaries) {
    return refusal(state, "refused", `a primary serves at most ${maxSecondaries} secondaries`);
  }
  const known = { id, digest, cluster: "", ...(until === undefined ? {} : { until }) };
  return [{ ...state, record: { ...record, secondaries: [...record.secondaries, known] } }, { verdict: accepted }];
}

function revoked(state: Primary, id: string): Turn {
  const { record } = state;
  const secondaries = record.secondaries.filter((known) => known.id !== id);
  if (secondaries.length === record.secondaries.length) {
    return refusal(state, "refused", `no secondary named ${quoted(id)} is known`);
  }
  const [leaving, staying] = [
    state.secondaries.filter(({ peer }) => peer === id),
    state.secondaries.filter(({ peer }) => peer !== id),
  ];
  return [
    { ...state, record: { ...record, secondaries }, secondaries: staying },
    {
      send: dismissals(leaving, "this secondary is revoked"),
      remarks: [{ level: "info", event: "secondary revoked", facts: { id } }],
      verdict: acceptedWith("The secondary is cut off. It needs a new activation token to come back."),
    },
  ];
}

function tick(state: Primary, now: Instant): Turn {
  if (now < state.beatAt || !anybody(state.secondaries)) return [state, {}];
  const { secondaries, send, beatAt } = beat(state.secondaries, { now, last: state.log.last });
  return [{ ...state, secondaries, beatAt }, { send }];
}

function serving({ record, log }: Primary): Serving {
  return { history: record.history, log };
}

function withProgress(
  state: Primary,
  peer: PeerId,
  change: (secondary: SecondaryProgress) => SecondaryProgress,
): Primary {
  return {
    ...state,
    secondaries: state.secondaries.map((secondary) => (secondary.peer === peer ? change(secondary) : secondary)),
  };
}
