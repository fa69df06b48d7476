import type { Mark } from "./served-protocol.ts";
import type { Received, Sent, Target } from "./target.ts";

export type Cost = Readonly<{ milliseconds: number; megabytes: number; reply: Received }>;

/** Sends requests to a target one after another, and measures their cost. */
export class Meter {
  readonly target: Target;
  #before: Mark | undefined;
  #requests = 0;

  constructor(target: Target) {
    this.target = target;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Called after requests that were not measured, so that the next measurement does not include their cost. */
  settle(): void {
    this.#before = undefined;
  }

  async cost(sent: Sent, { fresh = false } = {}): Promise<Cost> {
    const before = fresh || !this.#before ? await this.target.mark(fresh) : this.#before;
    this.#requests += 1;
    const reply = await this.target.send(sent);
    const after = await this.target.mark();
    this.#before = after;
    return {
      milliseconds: after.milliseconds - before.from.milliseconds,
      megabytes: Math.max(0, after.bytes - before.from.bytes) / 2 ** 20,
      reply,
    };
  }

  /**
   * Measures a request at most `times` times, each time after a garbage collection. Returns the lowest time and the
   * lowest memory. Stops when `isFine` returns true for them, or when the request is much too slow.
   */
  async least(sent: Sent, isFine: (cost: Cost) => boolean, times = attempts): Promise<Cost> {
    let least: Cost | undefined;
    for (let time = 0; time < times; time += 1) {
      const cost = await this.cost(sent, { fresh: true });
      least = least
        ? {
            milliseconds: Math.min(cost.milliseconds, least.milliseconds),
            megabytes: Math.min(cost.megabytes, least.megabytes),
            reply: cost.reply,
          }
        : cost;
      if (isFine(least) || cost.milliseconds > hopelessMilliseconds) break;
    }
    if (!least) throw new Error("nothing was measured");
    return least;
  }
}

/**
 * Default maximum number of measurements of a request. Other processes or a garbage collection may slow some of them.
 */
const attempts = 5;

const hopelessMilliseconds = 1_000;
