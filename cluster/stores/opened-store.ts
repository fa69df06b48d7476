import type { Store } from "#engine/ports/store.ts";

/** An open store. Disposing saves what was handed over, then closes it. */
export interface OpenedStore extends Store, AsyncDisposable {
  /**
   * Lets go of it as if the process had died: what is under way holds or not, and its callers are not told. When it resolves, the place may be
   * opened again.
   */
  kill(): Promise<void>;
}
