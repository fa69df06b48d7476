import type { Clock, Instant } from "../../ports/clock.ts";
import { LruCache } from "../collections/lru-cache.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Token } from "./token.ts";
import type { Tokens } from "./tokens.ts";

const maxCachedLineages = 10_000;

const stepsPerTurn = 256;

/**
 * Cached result for a token: `until` is the earliest expiry of the token and its ancestors; it is in the past if one of
 * them does not exist. Valid for this `lineageVersion` only.
 */
type CachedLineage = Readonly<{ lineageVersion: number; until: Instant }>;

/**
 * Checks ancestors of tokens. A token is invalid once an ancestor is removed or expires, even if it is still stored,
 * unless the removal makes the ancestor's children orphans.
 */
export class Lineage {
  readonly #tokens: Pick<Tokens, "readUncached" | "lineageVersion">;
  readonly #clock: Clock;
  readonly #isReleasing: (parent: string) => boolean;
  readonly #cached = new LruCache<string, CachedLineage>({ limit: maxCachedLineages });

  /** `isReleasing` returns true for a removed parent whose children become orphans. */
  constructor(options: {
    tokens: Pick<Tokens, "readUncached" | "lineageVersion">;
    clock: Clock;
    isReleasing: (parent: string) => boolean;
  }) {
    this.#tokens = options.tokens;
    this.#clock = options.clock;
    this.#isReleasing = options.isReleasing;
  }

  /**
   * True if `parent` is null, if it is releasing its children, or if it and its ancestors are valid. Synchronous if
   * cached.
   */
  holds(parent: string | null): boolean | Promise<boolean> {
    if (parent === null || this.#isReleasing(parent)) return true;
    const cached = this.#cachedLineage(parent);
    return cached ? cached.until > this.#clock.now() : this.#walkUp(parent);
  }

  #cachedLineage(parent: string): CachedLineage | undefined {
    const cached = this.#cached.get(parent);
    return cached?.lineageVersion === this.#tokens.lineageVersion ? cached : undefined;
  }

  async #walkUp(start: string): Promise<boolean> {
    const { lineageVersion } = this.#tokens;
    const ancestors: Token[] = [];
    let until: Instant = Number.POSITIVE_INFINITY;
    for (let next: string | null = start; next !== null && !this.#isReleasing(next); ) {
      const known = this.#cachedLineage(next);
      const token: Token | undefined = known ? undefined : await this.#tokens.readUncached(next);
      if (!token) {
        // A missing parent may have started to release its children in the meantime.
        until = known?.until ?? (this.#isReleasing(next) ? until : Number.NEGATIVE_INFINITY);
        break;
      }
      ancestors.push(token);
      next = token.parent;
      if (ancestors.length % stepsPerTurn === 0) await yieldToEventLoop(this.#clock);
    }
    for (const token of ancestors.reverse()) {
      until = Math.min(until, token.expiresAt ?? Number.POSITIVE_INFINITY);
      this.#cached.set(token.key, { lineageVersion, until });
    }
    return until > this.#clock.now();
  }
}
