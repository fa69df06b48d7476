import type { Store } from "#engine/ports/store.ts";

/** An open store. Disposing it waits for pending commits and closes it. */
export interface OpenedStore extends Store, AsyncDisposable {
  /**
   * Closes the store as if the process had died: pending commits are saved or not, and never resolve. Resolves when the
   * store can be opened again.
   */
  kill(): Promise<void>;
}
