import type { Change } from "./store.ts";

/** Storage encryption keys of a cluster. A secondary adopts the keys of its primary. */
export interface ClusterKeys {
  /**
   * Returns the keyring, its root key, and the root key encrypted with the unseal key, as one text.
   * The text suffices to decrypt everything that the cluster stores.
   */
  handover(): string;
  /** Throws a Problem "upstream" if the text does not come from {@link handover}. */
  expectHandover(handover: string): void;
  /**
   * Commits `batch` as {@link Store.commit} does, and replaces the keys of this cluster by those in
   * `handover`, starting with this batch. The batch must contain every value that remains in the
   * store.
   */
  adopt(handover: string, batch: readonly Change[]): Promise<void>;
}
