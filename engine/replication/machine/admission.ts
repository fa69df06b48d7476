import type { KnownSecondary } from "./record.ts";
import type { Replica } from "./state.ts";

/** Those who may follow this cluster: the secondaries of a primary, and of a demoted one those it led, until it follows another. */
export function admitted(state: Replica): readonly KnownSecondary[] {
  switch (state.role) {
    case "primary":
      return state.record.secondaries;
    case "secondary":
      return state.record.former;
    case "disabled":
      return [];
  }
}

/** `secondaries`, and that the cluster of this own id came as the one called `id`; the same list when that is known. */
export function withCluster(
  secondaries: readonly KnownSecondary[],
  id: string,
  cluster: string,
): readonly KnownSecondary[] {
  if (secondaries.some((known) => known.id === id && known.cluster === cluster)) return secondaries;
  return secondaries.map((known) => (known.id === id ? { ...known, cluster } : known));
}
