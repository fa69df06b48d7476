import type { Change } from "./store.ts";

/** Keys that encrypt the store of a cluster. A secondary adopts the keys of its primary. */
export interface ClusterKeys {
  /**
   * Serializes the keyring, its root key, and the root key encrypted with the unseal key. The text must
   * be kept secret: it decrypts the cluster's store.
   */
  handover(): string;
  /** Throws a Problem "upstream" if `handover` does not have the form of a result of {@link handover}. */
  expectHandover(handover: string): void;
  /**
   * Commits `batch` as {@link Store.commit} does, and replaces the keys of this cluster with the keys in `handover`.
   * The batch is the first that is encrypted under the new keys. It must contain every value that remains in the store.
   */
  adopt(handover: string, batch: readonly Change[]): Promise<void>;
}
