import type { Instant } from "../../ports/clock.ts";
import { invited, withConnected } from "./admission.ts";
import { isFenced, isLater, latestClaim } from "./claim.ts";
import { hangUp } from "./connection.ts";
import { acceptedWith, type OutboundMessage, type Turn } from "./effects.ts";
import { beat, beatMilliseconds, isAnyConnected } from "./heartbeat.ts";
import type { Input, SecondaryConnected } from "./input.ts";
import type { Told } from "./message.ts";
import type { SecondaryId } from "./peer.ts";
import { noRight } from "./right-to-lead.ts";
import { arrived, hasAll, heard, isWhole, type Service } from "./secondary-progress.ts";
import { fromScratch, type Primary, type Secondary, type SecondaryProgress } from "./state.ts";

/**
 * What a demotion makes of a primary. It writes no more, keeps its set and data, and connects to no primary until it is given one. It holds the
 * right to lead, unless it was fenced. Its secondaries are still given all that it wrote, and one of them may have the right: the only one
 * that is connected and not filtered gets it unasked, else the one that asks first.
 */
export function demoted(primary: Primary, now: Instant): Turn {
  const { record, log, secondaries, beatAt } = primary;
  const fenced = isFenced(record);
  const heirs = secondaries.filter((one) => one.phase === "streaming" && isWhole(one));
  const { set, cluster, identity, filtered, history, met, givenUp } = record;
  const state: Secondary = {
    role: "secondary",
    record: {
      ...{ set, cluster, identity, filtered, history, met, givenUp },
      id: "",
      upstream: null,
      data: { phase: "streaming", reach: 0, first: false },
      right: fenced ? noRight : { state: "held" },
      former: record.secondaries,
      discarded: 0,
    },
    log,
    connection: { phase: "none" },
    startedAt: now,
    heardAt: null,
    knownLast: log.last,
    evenAt: now,
    ...fromScratch,
    secondaries: secondaries.filter(({ phase }) => phase !== "away"),
    heir: heirs.length === 1 ? (heirs[0]?.peer ?? null) : null,
    beatAt,
  };
  const [next, { send = [], remarks = [] }] = handedOver(state);
  return [
    next,
    {
      send: [...hangUp(primary, "demoted"), ...send],
      remarks: [{ level: "info", event: "demoted", facts: { index: log.last } }, ...remarks],
      apply: ["leadership"],
      verdict: acceptedWith(
        "This cluster is a secondary now. It replicates from no primary until update-primary gives it one.",
        fenced
          ? "It does not hold the right to lead, since a cluster of a later era was met: no secondary of it can be promoted without force."
          : rightWarning(next),
      ),
    },
  ];
}

/** A secondary of this cluster is back. */
export function returned(state: Secondary, { peer, addresses, now, ...proven }: SecondaryConnected): Turn {
  const { record } = state;
  if (!invited(state).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: "this cluster is not the primary" }] }];
  }
  const others = state.secondaries.filter((secondary) => secondary.peer !== peer);
  const beatAt = isAnyConnected(state.secondaries) ? state.beatAt : now + beatMilliseconds;
  const former = withConnected(record.former, peer, proven);
  const known = former === record.former ? record : { ...record, former };
  return [{ ...state, record: known, secondaries: [...others, arrived(peer, addresses, now)], beatAt }, {}];
}

/** What a message of a secondary does to a demoted cluster. */
export function demotedHeard(state: Secondary, input: Extract<Input, { type: "message" }>): Turn {
  const secondary = state.secondaries.find(({ peer }) => peer === input.from);
  if (!secondary) return [state, {}];
  const { message } = input;
  if (message.type === "claim") return claimed(state, secondary.peer, message);
  if (message.type === "request right") return requested(state, secondary);
  if (message.type === "hello" && isLater(message.claim, latestClaim(state.record))) {
    return claimed(state, secondary.peer, message);
  }
  const [next, outgoing]: Service = heard(secondary, input, { history: state.record.history, log: state.log });
  const secondaries = state.secondaries.map((other) => (other === secondary ? next : other));
  const [after, { send = [], remarks = [] }] = handedOver({ ...state, secondaries });
  return [after, { send: [...outgoing, ...send], remarks }];
}

/** One heartbeat to the secondaries of a demoted cluster. */
export function demotedBeat(state: Secondary, now: Instant): readonly [Secondary, readonly OutboundMessage[]] {
  const { secondaries, send, beatAt } = beat(state.secondaries, { now, last: state.log.last });
  return [{ ...state, secondaries: secondaries.filter(({ phase }) => phase !== "away"), beatAt }, send];
}

/** A secondary is the primary now, or knows of one that is, in an era of `claim`: no cluster gets the right to lead of an earlier one any more. */
function claimed(state: Secondary, peer: SecondaryId, { type, claim }: Told<"claim" | "hello">): Turn {
  const { record } = state;
  const isNews = isLater(claim, latestClaim(record));
  const known = isNews ? { ...record, met: claim, right: noRight } : record;
  const answer = { type: "message", to: peer, message: { type: "claim", claim: latestClaim(known) } } as const;
  const close = { type: "close", to: peer, reason: "a cluster of a later era is the primary" } as const;
  return [
    { ...state, record: known },
    {
      send: type === "claim" ? [answer] : [close],
      ...(isNews
        ? {
            remarks: [
              { level: "info", event: "another cluster is the primary in a later era", facts: { epoch: claim.epoch } },
            ],
          }
        : {}),
    },
  ];
}

/** A secondary asks for the right to lead. */
function requested(state: Secondary, secondary: SecondaryProgress): Turn {
  const { right } = state.record;
  const isItsOwn = right.state === "granted" && right.to === secondary.peer;
  const denial = (code: "refused" | "unavailable", reason: string): Turn => [
    state,
    {
      send: [{ type: "message", to: secondary.peer, message: { type: "deny right", code, reason } }],
      remarks: [{ level: "warn", event: "the right to lead was denied", facts: { id: secondary.peer, reason } }],
    },
  ];
  if (right.state === "none") {
    return denial("refused", "the demoted cluster does not hold the right to lead any more; only force promotes");
  }
  if (right.state === "granted" && !isItsOwn) {
    return denial(
      "refused",
      `the demoted cluster granted the right to lead to ${JSON.stringify(right.to)}: promote that one, or provide the force argument`,
    );
  }
  if (!isWhole(secondary)) {
    return denial(
      "refused",
      "a paths filter keeps data from this secondary, which would be lost; promote another or provide the force argument",
    );
  }
  if (!hasAll(secondary, state)) {
    return denial("unavailable", "replication is still catching up, try again later or provide the force argument");
  }
  return granted(state, secondary.peer);
}

/** Hands the right to lead to the heir, as soon as it has all that was written. */
function handedOver(state: Secondary): readonly [Secondary, Turn[1]] {
  const heir = state.secondaries.find(({ peer }) => peer === state.heir);
  if (state.record.right.state !== "held" || !heir || !isWhole(heir) || !hasAll(heir, state)) return [state, {}];
  return granted(state, heir.peer);
}

/** Invariant: the grant is saved before it is sent, and never goes to another. Granting to the same one again sends it again. */
function granted(state: Secondary, peer: SecondaryId): readonly [Secondary, Turn[1]] {
  const { record, log } = state;
  const isNews = record.right.state === "held";
  return [
    isNews ? { ...state, record: { ...record, right: { state: "granted", to: peer } }, heir: null } : state,
    {
      send: [{ type: "message", to: peer, message: { type: "grant right", index: log.last } }],
      remarks: isNews
        ? [{ level: "info", event: "the right to lead was granted", facts: { id: peer, index: log.last } }]
        : [],
    },
  ];
}

function rightWarning({ record: { right }, heir }: Secondary): string {
  if (right.state === "granted") return `The right to lead was handed over to ${JSON.stringify(right.to)}.`;
  return heir === null
    ? "It holds the right to lead until it is promoted again or a secondary that has everything is promoted."
    : `The right to lead goes to ${JSON.stringify(heir)} as soon as it has everything.`;
}
