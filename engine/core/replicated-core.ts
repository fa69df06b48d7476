import { assert } from "../api/errors/assert.ts";
import type { Change } from "../ports/store.ts";
import { Core } from "./core.ts";
import type { CoreOptions } from "./core-options.ts";
import type { ReplicaObserver } from "./storage/replica-observer.ts";

/** The core of an unsealed cluster. Updates it when replication changes the store, and replaces it after a wipe. */
export class ReplicatedCore implements ReplicaObserver {
  readonly outOfSync: () => void;
  #opened: Readonly<{ core: Core; options: CoreOptions }> | undefined;

  /** `outOfSync` is called when the core no longer corresponds to the store: the cluster must then be sealed. */
  constructor({ outOfSync }: Readonly<{ outOfSync: () => void }>) {
    this.outOfSync = outOfSync;
  }

  /** Opens the core. Must be called once, before replication starts. */
  async open(options: CoreOptions): Promise<void> {
    assert(!this.#opened, "a core is opened once");
    this.#opened = { core: await Core.open(options), options };
  }

  get current(): Core {
    return this.#current.core;
  }

  beforeDeletion(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]> {
    return this.current.beforeDeletion(deleted, lastValue);
  }

  beforeWipe(): Promise<readonly Change[]> {
    return this.current.beforeWipe();
  }

  invalidate(keys: readonly string[] | "everything"): void {
    this.current.invalidate(keys);
  }

  applied(keys: readonly string[]): Promise<void> {
    return this.current.applied(keys);
  }

  roleChanged(): Promise<void> {
    return this.current.roleChanged();
  }

  async wiped(): Promise<void> {
    const { core, options } = this.#current;
    await core.stop();
    this.#opened = { core: await Core.open({ ...options, firstMounts: [] }), options };
  }

  get #current() {
    assert(this.#opened, "replication starts after the core was opened");
    return this.#opened;
  }
}
