import type { Store } from "#engine/ports/store.ts";

/** An open store. Disposing waits for pending commits and closes the store. */
export interface OpenedStore extends Store, AsyncDisposable {
  /**
   * Closes the store as if the process had died: a pending commit is saved or not, and never resolves. Resolves when
   * the store can be opened again.
   */
  kill(): Promise<void>;
}
