import { z } from "zod";
import { type History, latestEpoch } from "./history.ts";

/** A claim to be the primary: number and id of an era. Of two claims the later one counts; see {@link isLater}. */
export const claim = z.object({ epoch: z.int().nonnegative(), id: z.string() }).readonly();
export type Claim = z.infer<typeof claim>;

/**
 * Returns true when `one` is later than `other`: its number is higher, or the numbers are equal and its id is greater.
 * Two forced promotions may have the same number.
 */
export function isLater(one: Claim, other: Claim): boolean {
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.id > other.id);
}

function laterOf(one: Claim, other: Claim): Claim {
  return isLater(other, one) ? other : one;
}

const noClaim: Claim = { epoch: 0, id: "" };

export function claimOf(history: History): Claim {
  return history.reduce<Claim>(
    (latest, { epoch, id, continues = id }) => laterOf(latest, { epoch, id: continues }),
    noClaim,
  );
}

/** Returns true if `claim` is of the latest era in `history`. */
export function isSameEra({ claim }: Readonly<{ claim: Claim }>, { history }: Readonly<{ history: History }>): boolean {
  return claim.id !== "" && claim.id === claimOf(history).id;
}

type Knowledge = Readonly<{ history: History; receivedClaim: Claim | null }>;

/** Returns the latest claim that this cluster knows: that of its own log, or one that it received. */
export function latestClaim({ history, receivedClaim }: Knowledge): Claim {
  return laterOf(claimOf(history), receivedClaim ?? noClaim);
}

/**
 * Returns true when a primary with this record is fenced: it received a later claim than its own, so another cluster
 * became the primary after it, or it has evidence that its store is outdated. It accepts no writes.
 */
export function isFenced(record: Knowledge & Readonly<{ outdated: object | null }>): boolean {
  return record.outdated !== null || isSucceeded(record);
}

export function isSucceeded({ history, receivedClaim }: Knowledge): boolean {
  return receivedClaim !== null && isLater(receivedClaim, claimOf(history));
}

/**
 * Returns the number of the era that a promotion begins. A promotion without force takes the next number. A forced
 * promotion takes the number after the next, so it is later than a simultaneous promotion without force.
 */
export function nextEpoch({ history, receivedClaim }: Knowledge, { force }: Readonly<{ force: boolean }>): number {
  return Math.max(latestEpoch(history), receivedClaim?.epoch ?? 0) + (force ? 2 : 1);
}

/**
 * Reason for not serving a secondary that knows a later era than that of this log: its data would be replaced by older
 * data.
 */
export const earlierEraReason =
  "the cluster that this one replicates from is of an earlier era: promote that one by force, or point this one at a cluster of the later era";
