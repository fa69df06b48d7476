import type { Clock, Instant } from "../../ports/clock.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Agenda } from "../mounts/mount-type.ts";
import { pages } from "../storage/pages.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { Token } from "./token.ts";
import { Tokens } from "./tokens.ts";

/** What becomes of the children of a token that ends. */
export type ChildrenFate = "ended" | "released";

/** The token of this key is gone; what hung on it is not yet. */
type Unfinished = Readonly<{ namespace: string; children: ChildrenFate }>;

/** A token that is gone, and whose leases and belongings are to be taken back. */
export type Ending = Readonly<{ key: string; namespace: string }>;

const unfinished = collection<Unfinished>("local", "token-ending/");

/** Tokens that one batch removes: enough that a large tree takes few, and not so many that a request waits for one. */
const batchTokens = 64;

/** Children that are made orphans at a time. */
const releasedAtOnce = 16;

/** What could not be finished is tried again after so long. */
const againMilliseconds = 10_000;

/**
 * Ends tokens, and after each what hung on it: leases, what mounts keep for it, and its children. The token itself goes first, with a
 * note of what is left to do, so that a crash leaves nothing alive and nothing undone: its children are cut off
 * from then on (see `lineage.ts`), and are removed in batches without holding more than their keys.
 */
export class TokenEnds {
  readonly #storage: Storage;
  readonly #tokens: Tokens;
  readonly #clock: Clock;
  readonly #agenda: Agenda;
  readonly #takeBack: (endings: readonly Ending[]) => Promise<void>;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #releasing = new Set<string>();
  #stopped = false;

  /** `takeBack` takes back the leases and the belongings of tokens that are gone; it may be asked twice. */
  constructor(options: {
    storage: Storage;
    tokens: Tokens;
    clock: Clock;
    agenda: Agenda;
    takeBack: (endings: readonly Ending[]) => Promise<void>;
  }) {
    this.#storage = options.storage;
    this.#tokens = options.tokens;
    this.#clock = options.clock;
    this.#agenda = options.agenda;
    this.#takeBack = options.takeBack;
  }

  /** Whether this token is gone and its children are about to be orphans. */
  isReleasing(key: string): boolean {
    return this.#releasing.has(key);
  }

  /** Goes on with what a former life left unfinished. Resolves before it is done. */
  async resume(): Promise<void> {
    for (const key of await unfinished.names(this.#storage)) {
      const note = await unfinished.read(this.#storage, key);
      if (note?.children === "released") this.#releasing.add(key);
      if (note) this.#goOnAt(this.#clock.now());
    }
  }

  /** Ends nothing more: what is unfinished waits for the next life. */
  stop(): void {
    this.#stopped = true;
    this.#agenda.cancelAll();
  }

  /** Ends a token. It is gone when the first batch holds, and all that hung on it when this resolves. */
  end(token: Token, children: ChildrenFate): Promise<void> {
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
      this.#goOnAt(this.#clock.now() + againMilliseconds);
      throw error;
    }
  }

  #goOnAt(when: Instant): void {
    if (!this.#stopped) this.#agenda.arrange("unfinished", when, () => this.#goOn());
  }

  async #goOn(): Promise<void> {
    try {
      for (const key of await unfinished.names(this.#storage)) {
        const note = this.#underWay.has(key) ? undefined : await unfinished.read(this.#storage, key);
        if (note) await this.#finish(key, note);
      }
    } catch (error) {
      this.#goOnAt(this.#clock.now() + againMilliseconds);
      throw error;
    }
  }

  async #finish(key: string, { namespace, children }: Unfinished): Promise<void> {
    await this.#takeBack([{ key, namespace }]);
    if (children === "released") await this.#release(key);
    else await this.#endBelow(key);
    if (this.#stopped) return;
    await this.#storage.commit([unfinished.remove(key)]);
    this.#releasing.delete(key);
  }

  /** Makes orphans of the children of a token that is gone. */
  async #release(parent: string): Promise<void> {
    for await (const found of pages((window) => this.#tokens.childrenOf(parent, window), this.#clock)) {
      if (this.#stopped) return;
      await mapConcurrently(found, { most: releasedAtOnce }, async (key) => {
        const child = await this.#tokens.change(key, (token) => ({ ...token, parent: null }));
        if (!child) await this.#storage.commit([Tokens.forgetChild(parent, key)]);
      });
    }
  }

  /** Removes all that descend from a token that is gone, a batch at a time. */
  async #endBelow(top: string): Promise<void> {
    // Tokens that are gone and may have children left. Those still open after a batch are noted in the store, so that a crash loses none.
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

  /** Collects as many descendants of `open` as one batch removes, deepest first, and takes back what hung on them. `close` tells who was noted. */
  async #nextBatch(open: Ending[], close: (parent: string) => boolean) {
    const removed: Token[] = [];
    const changes: StorageChange[] = [];
    for (let room = batchTokens; room > 0 && open.length > 0; ) {
      const parent = open.pop() as Ending;
      const keys = await this.#tokens.childrenOf(parent.key, { limit: room });
      if (keys.length === room) open.push(parent);
      else if (close(parent.key)) changes.push(unfinished.remove(parent.key));
      room -= Math.max(1, keys.length);
      const children = await Promise.all(keys.map((key) => this.#tokens.readUncached(key)));
      await this.#takeBack(children.flatMap((child) => child ?? []));
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
