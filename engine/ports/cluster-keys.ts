import type { Change } from "./store.ts";

/** Keys that encrypt the store of a cluster. A secondary adopts the keys of its primary. */
export interface ClusterKeys {
  /**
   * Serializes the keyring, its root key, and the root key encrypted with the unseal key. The text suffices to decrypt
   * everything that the cluster stores.
   */
  handover(): string;
  /** Throws a Problem "upstream" if the text is not the result of {@link handover}. */
  expectHandover(handover: string): void;
  /**
   * Commits `batch` as {@link Store.commit} does, and replaces the keys of this cluster by the keys in `handover`. This
   * batch is the first that uses the new keys. It must contain every value that remains in the store.
   */
  adopt(handover: string, batch: readonly Change[]): Promise<void>;
}
