import type { Clock, Instant } from "../../ports/clock.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Agenda } from "../mounts/mount-type.ts";
import { pages } from "../storage/pages.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { Token } from "./token.ts";
import { Tokens } from "./tokens.ts";

/** Effect of a token's end on its children: `ended` revokes them too, `released` makes them orphans. */
export type ChildrenEffect = "ended" | "released";

type Unfinished = Readonly<{ namespace: string; children: ChildrenEffect }>;

/** Token that ends: its leases must still expire, and its mount data must still be removed. */
export type Ending = Readonly<{ key: string; namespace: string }>;

const unfinished = collection<Unfinished>("local", "token-ending/");

const batchSize = 64;

const maxConcurrentReleases = 16;

const retryMilliseconds = 10_000;

/**
 * Ends tokens together with their leases, the data that mounts store for them, and their children. The token is removed
 * first, in one commit with a record of the remaining work, so that after a crash no revoked token is valid and the
 * work is resumed.
 */
export class TokenEnds {
  readonly #storage: Storage;
  readonly #tokens: Tokens;
  readonly #clock: Clock;
  readonly #agenda: Agenda;
  readonly #cleanUp: (endings: readonly Ending[]) => Promise<void>;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #releasing = new Set<string>();
  #stopped = false;

  constructor(options: {
    storage: Storage;
    tokens: Tokens;
    clock: Clock;
    agenda: Agenda;
    cleanUp: (endings: readonly Ending[]) => Promise<void>;
  }) {
    this.#storage = options.storage;
    this.#tokens = options.tokens;
    this.#clock = options.clock;
    this.#agenda = options.agenda;
    this.#cleanUp = options.cleanUp;
  }

  /** True if this token is removed or being removed, and its children are being made orphans. */
  isReleasing(key: string): boolean {
    return this.#releasing.has(key);
  }

  async resume(): Promise<void> {
    for (const key of await unfinished.names(this.#storage)) {
      const note = await unfinished.read(this.#storage, key);
      if (note?.children === "released") this.#releasing.add(key);
      if (note) this.#finishAllAt(this.#clock.now());
    }
  }

  /** Stops after the current batch. Unfinished work is resumed after a restart. */
  stop(): void {
    this.#stopped = true;
    this.#agenda.cancelAll();
  }

  /**
   * Ends a token, which is invalid at once. Rejects if the removal or the cleanup fails; a failed cleanup is also
   * retried later.
   */
  end(token: Token, children: ChildrenEffect): Promise<void> {
    const { key, namespace } = token;
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const task = this.#end(token, { namespace, children }).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, task);
    return task;
  }

  async #end(token: Token, note: Unfinished): Promise<void> {
    const { key } = token;
    if (note.children === "released") this.#releasing.add(key);
    try {
      await this.#tokens.remove([token], [unfinished.put(key, note)]);
    } catch (error) {
      this.#releasing.delete(key);
      throw error;
    }
    try {
      await this.#finish(key, note);
    } catch (error) {
      this.#finishAllAt(this.#clock.now() + retryMilliseconds);
      throw error;
    }
  }

  #finishAllAt(when: Instant): void {
    if (!this.#stopped) this.#agenda.arrange("unfinished", when, () => this.#finishAll());
  }

  async #finishAll(): Promise<void> {
    try {
      for (const key of await unfinished.names(this.#storage)) {
        const note = this.#underWay.has(key) ? undefined : await unfinished.read(this.#storage, key);
        if (note) await this.#finish(key, note);
      }
    } catch (error) {
      this.#finishAllAt(this.#clock.now() + retryMilliseconds);
      throw error;
    }
  }

  async #finish(key: string, { namespace, children }: Unfinished): Promise<void> {
    await this.#cleanUp([{ key, namespace }]);
    if (children === "released") await this.#release(key);
    else await this.#endBelow(key);
    if (this.#stopped) return;
    await this.#storage.commit([unfinished.remove(key)]);
    this.#releasing.delete(key);
  }

  async #release(parent: string): Promise<void> {
    for await (const found of pages((window) => this.#tokens.childrenOf(parent, window), this.#clock)) {
      if (this.#stopped) return;
      await mapConcurrently(found, { most: maxConcurrentReleases }, async (key) => {
        const child = await this.#tokens.change(key, (token) => ({ ...token, parent: null }));
        if (!child) await this.#storage.commit([Tokens.forgetChild(parent, key)]);
      });
    }
  }

  async #endBelow(top: string): Promise<void> {
    // Removed tokens that may have children left. After each batch, they are recorded in the store, so that a crash
    // loses none.
    const open: Ending[] = [{ key: top, namespace: "" }];
    const noted = new Set([top]);
    while (open.length > 0 && !this.#stopped) {
      const { removed, changes } = await this.#nextBatch(open, (parent) => noted.delete(parent) && parent !== top);
      for (const { key, namespace } of open) {
        if (noted.has(key)) continue;
        noted.add(key);
        changes.push(unfinished.put(key, { namespace, children: "ended" }));
      }
      await this.#tokens.remove(removed, changes);
      if (open.length > 0) await yieldToEventLoop(this.#clock);
    }
  }

  /**
   * Collects descendants of `open` for one batch, and cleans up their leases and mount data. `close` is called with a
   * parent that has no children left; it returns true if the parent's record of unfinished work must be removed.
   */
  async #nextBatch(open: Ending[], close: (parent: string) => boolean) {
    const removed: Token[] = [];
    const changes: StorageChange[] = [];
    for (let remaining = batchSize; remaining > 0 && open.length > 0; ) {
      const parent = open.pop() as Ending;
      const keys = await this.#tokens.childrenOf(parent.key, { limit: remaining });
      if (keys.length === remaining) open.push(parent);
      else if (close(parent.key)) changes.push(unfinished.remove(parent.key));
      remaining -= Math.max(1, keys.length);
      const children = await Promise.all(keys.map((key) => this.#tokens.readUncached(key)));
      await this.#cleanUp(children.flatMap((child) => child ?? []));
      for (const [index, key] of keys.entries()) {
        const child = children[index];
        if (child) removed.push(child);
        else changes.push(Tokens.forgetChild(parent.key, key));
        const [grandchild] = await this.#tokens.childrenOf(key, { limit: 1 });
        if (grandchild !== undefined) open.push({ key, namespace: child?.namespace ?? parent.namespace });
      }
    }
    return { removed, changes };
  }
}
