import type { Instant } from "../../../ports/clock.ts";
import { isFenced, isSameEra } from "../../protocol/claim.ts";
import type { OutboundMessage } from "../effects.ts";
import type { PrimaryRecord, SecondaryRecord } from "../record.ts";
import type { ClaimReport, Inquiry, Member } from "../set-member.ts";
import type { Primary, Secondary } from "../state.ts";

/** Milliseconds between two inquiries, and for which the replies to one count. */
const inquiryMilliseconds = 5000;

/** Returns an inquiry to `members`. The ids of eras prove that this cluster belongs to the set. */
export function inquire(
  { history }: PrimaryRecord | SecondaryRecord,
  members: readonly Member[],
): readonly OutboundMessage[] {
  return members.length === 0 ? [] : [{ type: "inquire", members, eras: history.map(({ id }) => id) }];
}

/**
 * Asks the members that have not answered since this primary was restarted: its store may be older
 * than a promotion elsewhere.
 */
export function inquiryTick(state: Primary, now: Instant): readonly [Primary, readonly OutboundMessage[]] {
  const { inquiry, record } = state;
  if (inquiry === null || now < inquiry.at) return [state, []];
  const missing = record.members.filter(({ key }) => !inquiry.answered.includes(key));
  if (missing.length === 0 || isFenced(record)) return [{ ...state, inquiry: null }, []];
  return [{ ...state, inquiry: { ...inquiry, at: now + inquiryMilliseconds } }, inquire(record, missing)];
}

/**
 * Returns the report of a member that holds the right to lead of the same era as a cluster with
 * this record. That cluster was demoted in this era.
 */
export function holderAmong(
  claimReports: readonly ClaimReport[],
  { history }: PrimaryRecord | SecondaryRecord,
): ClaimReport | undefined {
  return claimReports.find(({ claim, holdsRight }) => holdsRight && isSameEra({ claim }, { history }));
}

/**
 * Returns `inquiry` after the members with these keys answered it, or reported the same in a hello.
 */
export function withAnswers(inquiry: Inquiry | null, keys: readonly string[]): Inquiry | null {
  return inquiry && { ...inquiry, answered: [...new Set([...inquiry.answered, ...keys])] };
}

/**
 * Returns true when all secondaries of this primary have reported since its last start that they
 * know no later era and do not hold its right to lead. Before that, its store may be older than its
 * demotion.
 */
export function isRoleConfirmed({ inquiry, record }: Primary): boolean {
  return inquiry === null || record.secondaries.every(({ key }) => key === "" || inquiry.answered.includes(key));
}

/** Returns true while the replies to the last inquiry count. */
export function isInquired({ inquiredAt }: Secondary, now: Instant): boolean {
  return inquiredAt !== null && now - inquiredAt < inquiryMilliseconds;
}
