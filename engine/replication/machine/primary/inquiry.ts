import type { Instant } from "../../../ports/clock.ts";
import { isFenced, isSameEra } from "../../protocol/claim.ts";
import type { OutboundMessage } from "../effects.ts";
import type { PrimaryRecord, SecondaryRecord } from "../record/record.ts";
import type { ClaimReport, Inquiry, Member } from "../record/set-member.ts";
import type { Primary, Secondary } from "../state.ts";

/** Milliseconds between two inquiries. The replies to an inquiry are valid for the same time. */
const inquiryMilliseconds = 5000;

/** Returns an inquiry to `members`. It contains ids of eras, which prove that this cluster belongs to the set. */
export function inquire(
  { history }: PrimaryRecord | SecondaryRecord,
  members: readonly Member[],
): readonly OutboundMessage[] {
  return members.length === 0 ? [] : [{ type: "inquire", members, eras: history.map(({ id }) => id) }];
}

/** Returns the due inquiry to the members in {@link Inquiry}; none if the primary is fenced. */
export function inquiryTick(state: Primary, now: Instant): readonly [Primary, readonly OutboundMessage[]] {
  const { inquiry, record } = state;
  if (inquiry === null || now < inquiry.at) return [state, []];
  const missing = record.members.filter(({ key }) => inquiry.silent.includes(key) || inquiry.lost.includes(key));
  if (missing.length === 0 || isFenced(record)) return [{ ...state, inquiry: null }, []];
  return [{ ...state, inquiry: { ...inquiry, at: now + inquiryMilliseconds } }, inquire(record, missing)];
}

/**
 * Returns the report of a member that holds the right to lead of this cluster's era; undefined if there is none. Such a
 * report proves that this cluster was demoted in this era.
 */
export function holderAmong(
  claimReports: readonly ClaimReport[],
  { history }: PrimaryRecord | SecondaryRecord,
): ClaimReport | undefined {
  return claimReports.find(({ claim, holdsRight }) => holdsRight && isSameEra({ claim }, { history }));
}

export function withAnswers(inquiry: Inquiry | null, keys: readonly string[]): Inquiry | null {
  const isOpen = (key: string) => !keys.includes(key);
  return inquiry && { ...inquiry, silent: inquiry.silent.filter(isOpen), lost: inquiry.lost.filter(isOpen) };
}

/**
 * Returns `next`, with an inquiry pending for the secondaries that were connected in `before` and
 * are no longer connected in `next`.
 */
export function withLost(next: Primary, before: Primary, now: Instant): Primary {
  const isAway = ({ secondaries }: Primary, id: string) =>
    secondaries.some(({ peer, phase }) => peer === id && phase === "away");
  const keys = next.record.secondaries
    .filter(({ id, key }) => key !== "" && isAway(next, id) && !isAway(before, id))
    .map(({ key }) => key);
  if (keys.length === 0) return next;
  const { at, silent, lost }: Inquiry = next.inquiry ?? { at: now + inquiryMilliseconds, silent: [], lost: [] };
  return { ...next, inquiry: { at, silent, lost: [...new Set([...lost, ...keys])] } };
}

/**
 * Returns false while this primary waits for a secondary that has neither sent a hello nor answered an
 * inquiry since the process was started: the store of this primary may be older than its demotion.
 */
export function isRoleConfirmed({ inquiry, record }: Primary): boolean {
  return inquiry === null || !record.secondaries.some(({ key }) => inquiry.silent.includes(key));
}

export function isInquired({ inquiredAt }: Secondary, now: Instant): boolean {
  return inquiredAt !== null && now - inquiredAt < inquiryMilliseconds;
}
