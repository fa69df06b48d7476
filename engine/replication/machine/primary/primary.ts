import { quoted } from "../../../api/problem.ts";
import type { Instant } from "../../../ports/clock.ts";
import { claimOf, earlierEraReason, isFenced, isLater, isSameEra } from "../../protocol/claim.ts";
import { latestEpoch, type Outline, withRestart } from "../../protocol/history.ts";
import type { Message, MessageOf } from "../../protocol/message.ts";
import { nameOf, type PeerId, type SecondaryId, upstreamPeer } from "../../protocol/peer.ts";
import type { Command } from "../command.ts";
import { closeUpstream, connectionTick } from "../connection/connection.ts";
import { beat, beatMilliseconds, isAnyConnected } from "../connection/heartbeat.ts";
import { demote } from "../demoted/demoted.ts";
import { accepted, acceptedWith, disabledLogLine, refusal, type StepResult } from "../effects.ts";
import type { Input, SecondaryConnected } from "../input.ts";
import type { KnownSecondary, Outdated, PrimaryRecord } from "../record/record.ts";
import { type ClaimReport, withMember } from "../record/set-member.ts";
import type { Primary, SecondaryProgress } from "../state.ts";
import { wrongRole } from "../wrong-role.ts";
import { registeredSecondaries, withConnected } from "./admission.ts";
import {
  announcementAnswered,
  announcementConnected,
  announcementDisconnected,
  claimReceived,
  fencedBy,
} from "./announcement.ts";
import { append } from "./append.ts";
import { holderAmong, inquiryTick, withAnswers, withLost } from "./inquiry.ts";
import { isAhead, outdatedReason } from "./outdated.ts";
import {
  dismissals,
  messageReceived,
  newlyConnected,
  type Serving,
  sendNext,
  withFilterState,
} from "./secondary-progress.ts";

export function fencedReason({ outdated, history }: PrimaryRecord): string {
  if (!outdated)
    return "this primary is fenced, since another cluster is or was the primary in a later era: demote it, and give it that primary with update-primary";
  const { secondary, last } = outdated;
  if (last === null) {
    return `this primary is fenced, since its store is an older one: it was demoted in era ${claimOf(history).epoch}, and ${quoted(secondary)} has the right to lead; demote it, and promote that cluster`;
  }
  const reason = `this primary is fenced, since its store is older than what it has replicated: the log of ${quoted(secondary)} ends at ${last}`;
  return `${reason} in era ${claimOf(history).epoch}, with entries that are not here; promote that cluster by force to keep them, or demote this one and promote it by force to lose them`;
}

const maxSecondaries = 256;

export function handlePrimary(restored: Primary, input: Input): StepResult {
  const state = withStretch(restored);
  const [next, effects] = handleInput(state, input);
  return [next.role === "primary" ? withLost(next, state, input.now) : next, effects];
}

function handleInput(state: Primary, input: Input): StepResult {
  switch (input.type) {
    case "command":
      return commanded(state, input.command, input.now);
    case "connected":
      if (input.peer === upstreamPeer) return announcementConnected(state, input);
      return connected(state, { ...input, peer: input.peer });
    case "disconnected":
      if (input.peer === upstreamPeer) return announcementDisconnected(state, input);
      return [
        withProgress(state, input.peer, (secondary) => ({ ...secondary, phase: "away" })),
        {
          logLines: [
            { level: "info", event: "secondary disconnected", facts: { id: nameOf(input.peer), reason: input.reason } },
          ],
        },
      ];
    case "message":
      return messageArrives(state, input);
    case "claim reports":
      return answered(state, input.claimReports);
    case "tick":
      return tick(state, input.now);
  }
}

/** Begins a new stretch of a restarted primary's log. The stretch is saved before any entry is written or sent. */
function withStretch(state: Primary): Primary {
  const { stretch, record, log } = state;
  if (stretch === null) return state;
  const history = withRestart(record.history, { id: stretch, after: log.last });
  return { ...state, stretch: null, record: { ...record, history } };
}

function commanded(state: Primary, command: Command, now: Instant): StepResult {
  switch (command.type) {
    case "append":
      return appended(state, command);
    case "register secondary":
      return registered(state, command);
    case "revoke secondary":
      return revoked(state, command.id);
    case "demote":
      return demote(state, now);
    case "disable":
      if (command.role !== "primary") return wrongRole(state, command);
      return [
        { role: "disabled", record: null, log: state.log },
        {
          send: [
            ...closeUpstream(state, "replication is disabled"),
            ...dismissals(state.secondaries, "replication is disabled"),
          ],
          logLines: [disabledLogLine("primary")],
          verdict: acceptedWith(
            "Replication is disabled. No secondary can connect any more; enabling again begins a new set.",
          ),
        },
      ];
    case "take certificate":
      return [state, { verdict: accepted }];
    case "enable primary":
    case "enable secondary":
    case "promote":
    case "update primary":
    case "update addresses":
    case "recover":
      return wrongRole(state, command);
  }
}

function messageArrives(state: Primary, input: Extract<Input, { type: "message" }>): StepResult {
  const { from, message } = input;
  if (from === upstreamPeer) return announcementAnswered(state, message);
  const secondary = state.secondaries.find(({ peer }) => peer === from);
  if (!secondary) return previousSecondaryMessage(state, from, message);
  if (secondary.phase === "away") return [state, {}];
  if (message.type === "claim") return claimReceived(state, from, message);
  if (message.type === "request right") {
    return [state, { send: [{ type: "message", to: from, message: { type: "deny right", ...denial(state) } }] }];
  }
  if (message.type === "hello" && isLater(message.claim, claimOf(state.record.history)))
    return laterHello(state, secondary, message);
  if (message.type === "hello" && isAhead({ history: message.history, last: message.index }, outlineOf(state)))
    return outdatedBy(state, secondary, { secondary: from, last: message.index });
  if (message.type === "hello" && message.holdsRight && isSameEra(message, state.record))
    return outdatedBy(state, secondary, { secondary: from, last: null });
  const [next, send] = messageReceived(secondary, input, serving(state));
  const served = withProgress(state, from, () => next);
  if (message.type !== "hello") return [served, { send }];
  const keys = state.record.secondaries.flatMap(({ id, key }) => (id === from ? [key] : []));
  return [{ ...served, inquiry: withAnswers(state.inquiry, keys) }, { send }];
}

function denial({ record }: Primary): Readonly<{ code: "refused"; reason: string }> {
  const reason = isFenced(record)
    ? "the primary is fenced and does not hold the right to lead; only force promotes"
    : "the primary is connected and has not been demoted; demote it first or provide the force argument";
  return { code: "refused", reason };
}

function laterHello(state: Primary, { peer }: SecondaryProgress, { claim }: MessageOf<"hello">): StepResult {
  const [next, effects] = fencedBy(state, { claim });
  return [
    withProgress(next, peer, (one) => ({ ...one, phase: "away" })),
    { ...effects, send: [{ type: "close", to: peer, reason: earlierEraReason }] },
  ];
}

function outdatedBy(state: Primary, { peer }: SecondaryProgress, evidence: Outdated): StepResult {
  const [next, effects] = withEvidence(state, evidence);
  return [
    withProgress(next, peer, (one) => ({ ...one, phase: "away" })),
    { ...effects, send: [{ type: "close", to: peer, reason: outdatedReason(evidence.last, state.log.last) }] },
  ];
}

function withEvidence(state: Primary, evidence: Outdated): readonly [Primary, StepResult[1]] {
  const { record, log } = state;
  if (record.outdated !== null) return [state, {}];
  const facts = { id: evidence.secondary, index: evidence.last ?? "the right to lead", last: log.last };
  return [
    { ...state, record: { ...record, outdated: evidence } },
    {
      apply: ["leadership"],
      logLines: [
        { level: "warn", event: "fenced: the store of this primary is older than what it has replicated", facts },
      ],
    },
  ];
}

function answered(state: Primary, claimReports: readonly ClaimReport[]): StepResult {
  const { record } = state;
  const inquiry = withAnswers(
    state.inquiry,
    claimReports.map(({ key }) => key),
  );
  let next: Primary = { ...state, inquiry };
  let effects: StepResult[1] = { answered: true };
  for (const report of claimReports) {
    const [fenced, more] = fencedBy(next, report);
    [next, effects] = [fenced, { ...effects, ...more }];
  }
  const holder = holderAmong(claimReports, record);
  if (!holder) return [next, effects];
  const id =
    [...record.secondaries, ...record.previousSecondaries].find(({ key }) => key === holder.key)?.id ??
    "another cluster";
  const [fenced, more] = withEvidence(next, { secondary: id, last: null });
  return [fenced, { ...effects, ...more }];
}

function outlineOf({ record, log }: Primary): Outline {
  return { history: record.history, last: log.last };
}

function appended(state: Primary, { batches, filterStates, floor }: Extract<Command, { type: "append" }>): StepResult {
  if (isFenced(state.record)) return refusal(state, "unavailable", fencedReason(state.record));
  const { log, save } = append(state.log, {
    epoch: latestEpoch(state.record.history),
    batches,
    bounds: { floor, needed: neededOf(state.secondaries) },
  });
  const written = { ...state, log };
  const services = state.secondaries.map((secondary) => {
    const filterState = filterStates?.get(secondary.peer);
    return filterState
      ? withFilterState(secondary, filterState, serving(written))
      : sendNext(secondary, serving(written));
  });
  return [
    { ...written, secondaries: services.map(([secondary]) => secondary) },
    { save, send: services.flatMap(([, outgoing]) => outgoing), verdict: accepted },
  ];
}

function neededOf(secondaries: readonly SecondaryProgress[]): number | undefined {
  const begun = secondaries.flatMap((secondary) =>
    secondary.phase === "copying" || secondary.phase === "comparing" ? [secondary.sent] : [],
  );
  return begun.length === 0 ? undefined : Math.min(...begun);
}

function connected(state: Primary, { peer, addresses, now, ...proven }: SecondaryConnected): StepResult {
  const { record } = state;
  if (!registeredSecondaries(state).some(({ id }) => id === peer)) {
    return [state, { send: [{ type: "close", to: peer, reason: "this secondary is not known here" }] }];
  }
  // A secondary from before this cluster was demoted and promoted again gets a reply after its hello or its claim.
  if (!record.secondaries.some(({ id }) => id === peer)) return [state, {}];
  const others = state.secondaries.filter((secondary) => secondary.peer !== peer);
  const beatAt = isAnyConnected(state.secondaries) ? state.beatAt : now + beatMilliseconds;
  const secondaries = withConnected(record.secondaries, peer, proven);
  const known = secondaries === record.secondaries ? record : { ...record, secondaries };
  return [
    {
      ...state,
      record: withMember(known, { key: proven.key, address: addresses.cluster }),
      secondaries: [...others, newlyConnected(peer, addresses, now)],
      beatAt,
    },
    { logLines: [{ level: "info", event: "secondary connected", facts: { id: peer } }] },
  ];
}

function previousSecondaryMessage(state: Primary, peer: SecondaryId, message: Message): StepResult {
  if (message.type !== "hello" && message.type !== "claim") return [state, {}];
  const isFormer = state.record.previousSecondaries.some(({ id }) => id === peer);
  const [next, { send = [], ...effects }] = isFormer ? claimReceived(state, peer, message) : [state, {}];
  return [next, { ...effects, send: [...send, { type: "close", to: peer, reason: "a new token is needed" }] }];
}

function registered(state: Primary, { id, digest, until }: Omit<KnownSecondary, "cluster" | "key">): StepResult {
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
  const known = { id, digest, cluster: "", key: "", ...(until === undefined ? {} : { until }) };
  const secondaries = [...record.secondaries, known];
  const previousSecondaries = record.previousSecondaries.filter((one) => one.id !== id);
  const remark = { level: "info", event: "an activation token was asked for", facts: { id } } as const;
  return [
    { ...state, record: { ...record, secondaries, previousSecondaries } },
    { logLines: [remark], verdict: accepted },
  ];
}

function revoked(state: Primary, id: string): StepResult {
  const record = withoutMember(state.record, id);
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
      logLines: [{ level: "info", event: "secondary revoked", facts: { id } }],
      verdict: acceptedWith("The secondary is cut off. It needs a new activation token to come back."),
    },
  ];
}

function withoutMember(record: PrimaryRecord, id: string): PrimaryRecord {
  const key = record.secondaries.find((known) => known.id === id)?.key;
  return { ...record, members: record.members.filter((member) => member.key !== key) };
}

function tick(state: Primary, now: Instant): StepResult {
  const [inquiring, inquiries] = inquiryTick(state, now);
  const [next, { send: first = [], ...effects }] = connectionTick(inquiring, now);
  const send = [...inquiries, ...first];
  if (now < next.beatAt || !isAnyConnected(next.secondaries)) {
    return [next, { ...effects, send }];
  }
  const { secondaries, send: beats, beatAt } = beat(next.secondaries, { now, last: next.log.last });
  return [
    { ...next, secondaries, beatAt },
    { ...effects, send: [...send, ...beats] },
  ];
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
