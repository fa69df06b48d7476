import type { Clock, Instant } from "../../ports/clock.ts";
import { LruCache } from "../collections/lru-cache.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Token } from "./token.ts";
import type { Tokens } from "./tokens.ts";

/** Parents whose own line was looked at of late. */
const seenLimit = 10_000;

/** Ancestors looked at before the event loop gets its turn: a long line of tokens keeps no other request waiting. */
const stepsAtOnce = 256;

/** Until when a parent and all before it hold, as of so many cuts; the past, when they do not. */
type Line = Readonly<{ lineageVersion: number; until: Instant }>;

/**
 * Whether a token still hangs on all that it hangs on. A child is worth nothing from the moment at which its parent, or a parent of that, is
 * gone or over, however long it takes until the child itself is removed.
 */
export class Lineage {
  readonly #tokens: Pick<Tokens, "readUncached" | "lineageVersion">;
  readonly #clock: Clock;
  readonly #isReleasing: (parent: string) => boolean;
  readonly #seen = new LruCache<string, Line>({ limit: seenLimit });

  /** `isReleasing` tells of parents that are gone and leave their children behind as orphans. */
  constructor(options: {
    tokens: Pick<Tokens, "readUncached" | "lineageVersion">;
    clock: Clock;
    isReleasing: (parent: string) => boolean;
  }) {
    this.#tokens = options.tokens;
    this.#clock = options.clock;
    this.#isReleasing = options.isReleasing;
  }

  /** Whether the line from `parent` up holds. The answer is there at once where it was found before, and nothing was cut since. */
  holds(parent: string | null): boolean | Promise<boolean> {
    if (parent === null || this.#isReleasing(parent)) return true;
    const seen = this.#latest(parent);
    return seen ? seen.until > this.#clock.now() : this.#climb(parent);
  }

  #latest(parent: string): Line | undefined {
    const seen = this.#seen.get(parent);
    return seen?.lineageVersion === this.#tokens.lineageVersion ? seen : undefined;
  }

  /**
   * Goes up until a parent is reached that is known, or has none itself, and remembers what that says of all on the way. Who is cut
   * off meanwhile may pass once more: the request came first.
   */
  async #climb(start: string): Promise<boolean> {
    const { lineageVersion } = this.#tokens;
    const way: Token[] = [];
    let until: Instant = Number.POSITIVE_INFINITY;
    for (let next: string | null = start; next !== null && !this.#isReleasing(next); ) {
      const known = this.#latest(next);
      const token: Token | undefined = known ? undefined : await this.#tokens.readUncached(next);
      if (!token) {
        // A parent that is gone may just have begun to release its children.
        until = known?.until ?? (this.#isReleasing(next) ? until : Number.NEGATIVE_INFINITY);
        break;
      }
      way.push(token);
      next = token.parent;
      if (way.length % stepsAtOnce === 0) await yieldToEventLoop(this.#clock);
    }
    for (const token of way.reverse()) {
      until = Math.min(until, token.expiresAt ?? Number.POSITIVE_INFINITY);
      this.#seen.set(token.key, { lineageVersion, until });
    }
    return until > this.#clock.now();
  }
}
