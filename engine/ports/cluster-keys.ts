import type { Change } from "./store.ts";

/** The keys that a cluster's storage is encrypted under, as far as a replication set shares them: a secondary takes over its primary's. */
export interface ClusterKeys {
  /** The keyring, its root key, and that one as the unseal key opens it, in one text. With it all can be read that the cluster stores. */
  handover(): string;
  /** Throws a Problem "upstream" for a text that no {@link handover} made. */
  expectHandover(handover: string): void;
  /** As {@link Store.commit}, with the keys of `handover` in place of this cluster's, from this batch on: all values that stay have to be in it. */
  adopt(handover: string, batch: readonly Change[]): Promise<void>;
}
