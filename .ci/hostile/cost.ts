import type { Mark } from "./served-protocol.ts";
import type { Received, Sent, Target } from "./target.ts";

/** Cost of a request, and its reply. */
export type Cost = Readonly<{ milliseconds: number; megabytes: number; reply: Received }>;

/** Measures requests to a target, one after another. */
export class Meter {
  readonly target: Target;
  #before: Mark | undefined;
  #requests = 0;

  constructor(target: Target) {
    this.target = target;
  }

  /** Number of requests sent. */
  get requests(): number {
    return this.#requests;
  }

  /** Discards the cost of requests that are not measured. */
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
   * Returns the lowest of several measurements, each after a garbage collection; stops once
   * `isFine`.
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
 * Maximum number of measurements above the bound, so that other processes or garbage collection
 * cause no finding.
 */
const attempts = 5;

/** Cost above which a measurement is not repeated, in milliseconds. */
const hopelessMilliseconds = 1_000;
