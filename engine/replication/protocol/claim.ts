import { z } from "zod";
import { type History, latestEpoch } from "./history.ts";

/** A claim to be the primary: the number of an era and its id. Of two claims the later counts; see {@link isLater}. */
export const claim = z.object({ epoch: z.int().nonnegative(), id: z.string() }).readonly();
export type Claim = z.infer<typeof claim>;

/** Whether `one` is later than `other`: by its number, and by its id where two forced promotions took the same number. */
export function isLater(one: Claim, other: Claim): boolean {
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.id > other.id);
}

/** The later of two claims. */
function laterOf(one: Claim, other: Claim): Claim {
  return isLater(other, one) ? other : one;
}

/** No claim at all, earlier than every other. */
const noClaim: Claim = { epoch: 0, id: "" };

/** The latest claim that a log tells of. */
export function claimOf(history: History): Claim {
  return history.reduce<Claim>(
    (latest, { epoch, id, continues = id }) => laterOf(latest, { epoch, id: continues }),
    noClaim,
  );
}

/** Whether a claim is that of the latest era of a log. */
export function isSameEra({ claim }: Readonly<{ claim: Claim }>, { history }: Readonly<{ history: History }>): boolean {
  return claim.id !== "" && claim.id === claimOf(history).id;
}

/** What a member of a replication set knows of claims: the eras of its log, and the latest claim that it met elsewhere. */
type Knowledge = Readonly<{ history: History; met: Claim | null }>;

/** The latest claim that this cluster knows of, its own or another's. */
export function latestClaim({ history, met }: Knowledge): Claim {
  return laterOf(claimOf(history), met ?? noClaim);
}

/**
 * Whether a primary with this record is fenced: it met a claim later than its own, so another cluster is or was the primary after it, or evidence that its
 * store is an older one. It writes no more, whatever becomes of the other, until it is demoted.
 */
export function isFenced(record: Knowledge & Readonly<{ outdated: object | null }>): boolean {
  return record.outdated !== null || isSucceeded(record);
}

/** Whether a claim later than that of this log was met. */
export function isSucceeded({ history, met }: Knowledge): boolean {
  return met !== null && isLater(met, claimOf(history));
}

/**
 * The number of the era that a promotion begins. One without force takes the next: there is one right to lead, so no other cluster does. One by
 * force leaves that number out, and so is later than the promotion without force that may happen beside it.
 */
export function nextEpoch({ history, met }: Knowledge, { force }: Readonly<{ force: boolean }>): number {
  return Math.max(latestEpoch(history), met?.epoch ?? 0) + (force ? 2 : 1);
}

/** Why a cluster does not serve a secondary that knows of an era later than that of its own log: it would replace the secondary's data by older ones. */
export const earlierEraReason =
  "the cluster that this one replicates from is of an earlier era: promote that one by force, or point this one at a cluster of the later era";
