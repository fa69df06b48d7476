import type { Store } from "#engine/ports/store.ts";

/** An open store. Disposing it saves all pending commits and closes it. */
export interface OpenedStore extends Store, AsyncDisposable {
  /**
   * Closes the store as if the process had died: pending commits are saved or not, and their
   * callers get no answer. Resolves when the store can be reopened.
   */
  kill(): Promise<void>;
}
