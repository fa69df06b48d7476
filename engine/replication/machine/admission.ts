import type { Instant } from "../../ports/clock.ts";
import type { KnownSecondary } from "./record.ts";
import type { PeerId, Replica } from "./state.ts";

/**
 * Those who may follow this cluster: the secondaries of a primary, and of a demoted one those it led, until it follows another. Whoever had
 * to connect before `now` and did not is none of them.
 */
export function admitted(state: Replica, now: Instant): readonly KnownSecondary[] {
  switch (state.role) {
    case "primary":
      return state.record.secondaries.filter(isInTime);
    case "secondary":
      return state.record.former.filter(isInTime);
    case "disabled":
      return [];
  }
  function isInTime({ until }: KnownSecondary): boolean {
    return until === undefined || now < until;
  }
}

/** `secondaries` after `peer` connected: from now on it may come back whenever it likes. The same list when it could already. */
export function withGuest(secondaries: readonly KnownSecondary[], peer: PeerId): readonly KnownSecondary[] {
  if (!secondaries.some(({ id, until }) => id === peer && until !== undefined)) return secondaries;
  return secondaries.map((known) => (known.id === peer ? { id: known.id, digest: known.digest } : known));
}
