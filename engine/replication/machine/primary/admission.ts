import type { Instant } from "../../../ports/clock.ts";
import type { SecondaryId } from "../../protocol/peer.ts";
import type { Proven } from "../input.ts";
import type { KnownSecondary } from "../record.ts";
import type { Replica } from "../state.ts";

/** The secondaries that this cluster ever gave an activation token: those of a primary, and of a demoted one those it had, until it replicates from another. */
export function registeredSecondaries(state: Replica): readonly KnownSecondary[] {
  switch (state.role) {
    case "primary":
      return [...state.record.secondaries, ...state.record.former];
    case "secondary":
      return state.record.former;
    case "disabled":
      return [];
  }
}

/** Those of them that may replicate from it. One that had to connect before `now` and did not is none of them. */
export function admittedSecondaries(state: Replica, now: Instant): readonly KnownSecondary[] {
  return registeredSecondaries(state).filter(({ until }) => until === undefined || now < until);
}

/**
 * `secondaries` after `peer` connected and proved who it is: from now on it may come back whenever it likes, with the same key. Once it came with its
 * certificate the secret of its token is void. The same list when nothing of that is new.
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
