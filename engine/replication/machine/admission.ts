import type { Instant } from "../../ports/clock.ts";
import type { SecondaryId } from "./peer.ts";
import type { KnownSecondary } from "./record.ts";
import type { Replica } from "./state.ts";

/** The secondaries that this cluster ever gave an activation token: those of a primary, and of a demoted one those it had, until it replicates from another. */
export function invited(state: Replica): readonly KnownSecondary[] {
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
export function admitted(state: Replica, now: Instant): readonly KnownSecondary[] {
  return invited(state).filter(({ until }) => until === undefined || now < until);
}

/**
 * `secondaries` after `peer` connected as the cluster of this own id: from now on it may come back whenever it likes. The same list when
 * nothing of that is new.
 */
export function withConnected(
  secondaries: readonly KnownSecondary[],
  peer: SecondaryId,
  cluster: string,
): readonly KnownSecondary[] {
  const known = secondaries.find(({ id }) => id === peer);
  if (!known || (known.until === undefined && known.cluster === cluster)) return secondaries;
  const { id, digest } = known;
  return secondaries.map((one) => (one === known ? { id, digest, cluster } : one));
}
