import type { ProblemCode } from "../../../api/problem.ts";
import type { Instant } from "../../../ports/clock.ts";
import { claimOf, nextEpoch } from "../../protocol/claim.ts";
import type { Excess, LogSpan } from "../../protocol/entry.ts";
import { type History, historyThrough, withEra } from "../../protocol/history.ts";
import type { Message } from "../../protocol/message.ts";
import { type PeerId, upstreamPeer } from "../../protocol/peer.ts";
import type { Command } from "../command.ts";
import { afterPromotion, isHelloAnswered } from "../connection/connection.ts";
import { acceptedWith, type OutboundMessage, refusal, type StepResult } from "../effects.ts";
import { inquire } from "../primary/inquiry.ts";
import { dismissals } from "../primary/secondary-progress.ts";
import { isInProgress } from "../record/data-phase.ts";
import type { PrimaryRecord, Upstream } from "../record/record.ts";
import { type Primary, type Secondary, waitingToDial } from "../state.ts";
import { withDenial } from "./right-request.ts";

/**
 * Promotes a secondary: it keeps its data, begins an era, and has no secondaries. Without force it
 * must hold a confirmed right to lead. If it does not, it may request the right or its
 * confirmation. In that case the verdict contains `asked`, and the caller repeats the command with
 * `asked` after the reply.
 */
export function promote(state: Secondary, command: Extract<Command, { type: "promote" }>, now: Instant): StepResult {
  const { force, era, address, asked = false } = command;
  if (!force && state.record.right.state !== "held") return asked ? requestDenied(state) : requestRight(state);
  if (!force && state.record.right.state === "held" && !state.isRightConfirmed)
    return asked ? requestDenied(state) : confirmRight(state);
  const { record } = state;
  const { span: log, excess } = consistentLog(state);
  const whole = isConsistent(record, state.log);
  const past: History = whole ? historyThrough(record.history, log.last) : [];
  // After an unfinished copy the content of the data is unknown: they count as complete, and no
  // secondary may continue from them without a copy or comparison.
  const filtered = whole ? record.filtered : [];
  const history = withEra(past, { epoch: nextEpoch(record, { force }), id: era, after: log.last });
  const { set, cluster, identity, receivedClaim, members, discardedBranch, previousSecondaries, upstream, id } = record;
  const announceTo: PrimaryRecord["announceTo"] = upstream && announcementTo(id, upstream);
  const message: Message = { type: "claim", claim: claimOf(history) };
  const claimTo = (to: PeerId): OutboundMessage => ({ type: "message", to, message });
  const open = state.connection.phase === "connected" ? afterPromotion(state.connection) : undefined;
  const next: Primary = {
    role: "primary",
    record: {
      ...{
        set,
        cluster,
        identity,
        filtered,
        receivedClaim,
        history,
        address,
        secondaries: [],
        previousSecondaries,
        announceTo,
        discardedBranch,
      },
      ...{ members, outdated: null },
    },
    log,
    stretch: null,
    secondaries: [],
    beatAt: now,
    inquiry: null,
    connection: open ?? waitingToDial(announceTo, now),
  };
  return [
    next,
    {
      ...(excess ? { save: { forget: excess } } : {}),
      send: [
        ...(open ? [claimTo(upstreamPeer)] : []),
        ...state.secondaries.map(({ peer }) => claimTo(peer)),
        ...dismissals(state.secondaries, "promoted again: a new token is needed"),
      ],
      apply: ["leadership"],
      logLines: [{ level: "info", event: "promoted", facts: { force, index: log.last } }],
      verdict: acceptedWith(
        "This cluster is the primary now. Other secondaries need new activation tokens to replicate from it.",
        ...(force
          ? [
              "It was promoted by force: what had not arrived here is lost, and another primary stops writing when it receives the claim of this one.",
            ]
          : []),
      ),
    },
  ];
}

function announcementTo(
  id: string,
  { address, secret, authority, certificate }: Upstream,
): PrimaryRecord["announceTo"] {
  return { id, address, secret, authority, ...(certificate === undefined ? {} : { certificate }) };
}

function requestRight(state: Secondary): StepResult {
  const { record, connection } = state;
  const { right } = record;
  if (right.state === "granted") {
    return promotionRefused(
      state,
      "refused",
      `this cluster granted the right to lead to ${JSON.stringify(right.to)}: promote that one, or provide the force argument`,
    );
  }
  if (record.upstream === null) {
    const reason = "this cluster does not hold the right to lead, and has no primary to ask for it";
    return promotionRefused(state, "refused", `${reason}; provide the force argument to promote it all the same`);
  }
  if (!isHelloAnswered(connection)) {
    const reason = "the primary is out of reach and has not granted the right to lead";
    return promotionRefused(state, "unavailable", `${reason}, try again later or provide the force argument`);
  }
  return [
    { ...state, rightRequest: { state: "pending" } },
    {
      send: [{ type: "message", to: upstreamPeer, message: { type: "request right" } }],
      verdict: requested,
    },
  ];
}

function confirmRight(state: Secondary): StepResult {
  const { record, connection } = state;
  if (record.upstream === null) {
    const send = inquire(record, record.members);
    if (send.length === 0)
      return promotionRefused(state, "unavailable", unconfirmed("no other member of the set is known here"));
    return [
      { ...state, rightRequest: { state: "pending" } },
      { send, verdict: { ...requested, message: "the members of the set were asked" } },
    ];
  }
  if (!isHelloAnswered(connection)) {
    // The connection may be about to open: a restarted cluster has just begun to dial.
    const message = unconfirmed("the cluster that granted it is out of reach");
    return [withDenial(state, { code: "unavailable", message }), { verdict: requested }];
  }
  return [
    { ...state, rightRequest: { state: "pending" } },
    { send: [{ type: "message", to: upstreamPeer, message: { type: "request right" } }], verdict: requested },
  ];
}

export function unconfirmed(reason: string): string {
  return `this cluster held the right to lead before it was started, and cannot confirm that it still does, since ${reason}; try again later or provide the force argument`;
}

const requested = {
  accepted: false,
  code: "unavailable",
  message: "the primary was asked for the right to lead",
  asked: true,
} as const;

function requestDenied(state: Secondary): StepResult {
  const { rightRequest } = state;
  if (rightRequest.state === "denied") return promotionRefused(state, rightRequest.code, rightRequest.message);
  return promotionRefused(
    state,
    "unavailable",
    "the primary did not answer whether it grants the right to lead, try again later or provide the force argument",
  );
}

function promotionRefused(state: Secondary, code: ProblemCode, message: string): StepResult {
  const [same, effects] = refusal(state, code, message);
  return [same, { ...effects, logLines: [{ level: "warn", event: "promotion refused", facts: { reason: message } }] }];
}

/**
 * Returns the log with which a cluster continues when it stops replicating, and the entries that are
 * dropped. During a copy or comparison, or before the log has caught up with it, the data correspond
 * to no entry. In that case one index is skipped, so that no secondary continues from an earlier
 * entry.
 */
export function consistentLog({ record, log }: Secondary): Readonly<{ span: LogSpan; excess?: Excess }> {
  if (isConsistent(record, log)) return { span: log };
  const last = Math.max(record.data.reach, log.last) + 1;
  const span = { first: last + 1, last };
  return log.last < log.first ? { span } : { span, excess: { after: log.first - 1, through: log.last } };
}

/**
 * Returns true when the data correspond to the end of the log: no copy or comparison is in progress, and the log has
 * caught up with the last one.
 */
export function isConsistent({ data }: Secondary["record"], { last }: LogSpan): boolean {
  return !isInProgress(data) && data.reach <= last;
}
