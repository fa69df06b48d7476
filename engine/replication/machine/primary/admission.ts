import type { Instant } from "../../../ports/clock.ts";
import type { SecondaryId } from "../../protocol/peer.ts";
import type { Proven } from "../input.ts";
import type { KnownSecondary } from "../record/record.ts";
import type { Replica } from "../state.ts";

/**
 * Returns the secondaries that are registered on this cluster: on a primary also those from before it
 * was demoted and promoted again; on a demoted primary its former secondaries, until an operator runs
 * `update-primary`.
 */
export function registeredSecondaries(state: Replica): readonly KnownSecondary[] {
  switch (state.role) {
    case "primary":
      return [...state.record.secondaries, ...state.record.previousSecondaries];
    case "secondary":
      return state.record.previousSecondaries;
    case "disabled":
      return [];
  }
}

/**
 * Returns the registered secondaries that may connect to this cluster at `now`. A secondary that missed the deadline of
 * its first connection may not.
 */
export function admittedSecondaries(state: Replica, now: Instant): readonly KnownSecondary[] {
  return registeredSecondaries(state).filter(({ until }) => until === undefined || now < until);
}

/**
 * Returns `secondaries` after `peer` connected and proved its identity. From then on it may connect at any time, with
 * the same key. When it presents its certificate, the secret of its token becomes void. Returns the same list if
 * nothing changes.
 */
export function withConnected(
  secondaries: readonly KnownSecondary[],
  peer: SecondaryId,
  { cluster = "", key = "", isCertified = false }: Proven,
): readonly KnownSecondary[] {
  const known = secondaries.find(({ id }) => id === peer);
  if (!known) return secondaries;
  const digest = isCertified ? "" : known.digest;
  const isNews = known.until !== undefined || known.cluster !== cluster || known.key !== key || known.digest !== digest;
  return isNews ? secondaries.map((one) => (one === known ? { id: peer, digest, cluster, key } : one)) : secondaries;
}
