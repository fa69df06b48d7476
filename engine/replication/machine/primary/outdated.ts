import { claimOf } from "../../protocol/claim.ts";
import { agreement, historyThrough, type Outline } from "../../protocol/history.ts";

/**
 * Returns true when the log `other` ends in the latest era of the log `own` and has entries of that
 * era that `own` lacks. Only the primary of an era writes its entries, so the store of `own` was
 * restored from an earlier state. Returns false when `own` no longer has the stretch in which `other`
 * ends.
 */
export function isAhead(other: Outline, own: Outline): boolean {
  const history = historyThrough(other.history, other.last);
  if (claimOf(history).id !== claimOf(own.history).id) return false;
  if ((own.history[0]?.after ?? 0) >= other.last) return false;
  return agreement({ history, last: other.last }, own) < other.last;
}

/**
 * Returns the text that reports an outdated store: the log of this cluster ends at `last`, the log of a secondary at
 * `index`, with entries that only this cluster can have written. With `index` null the evidence is that the secondary
 * holds the right to lead.
 */
export function outdatedReason(index: number | null, last: number): string {
  const older = "the store of this primary is an older one";
  if (index === null)
    return `${older}: it was demoted, and this secondary has the right to lead; promote this secondary`;
  const missing = `it lacks entries of its own era that this secondary has up to ${index}, and its log ends at ${last}`;
  return `${older}: ${missing}; promote this secondary by force to keep them`;
}
