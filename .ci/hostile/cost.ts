import { referenceMilliseconds } from "./reference-work.ts";
import type { Mark } from "./served-protocol.ts";
import type { Received, Sent, Target } from "./target.ts";

/**
 * CPU time in milliseconds, resident memory in MiB, and the response. `reference`: CPU time of the reference work just
 * before, if it was done.
 */
export type Cost = Readonly<{ milliseconds: number; megabytes: number; reply: Received; reference?: number }>;

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

  /**
   * Must be called after requests that were not measured, so that the next measurement does not include their cost.
   */
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
      ...(before.reference === undefined ? {} : { reference: before.reference }),
    };
  }

  /**
   * Measures a request at most `times` times, each time after a garbage collection. Returns the lowest time and the
   * lowest memory. The time is reduced if this machine is slower than the one for which the bounds were chosen. Stops
   * when `isFine` returns true for the result, or when the request is much too slow.
   */
  async least(sent: Sent, isFine: (cost: Cost) => boolean, times = attempts): Promise<Cost> {
    const costs: Cost[] = [];
    for (;;) {
      const cost = await this.cost(sent, { fresh: true });
      costs.push(cost);
      const slowness = Math.min(...costs.map(({ reference = 0 }) => reference)) / referenceMilliseconds;
      const least = {
        milliseconds: Math.min(...costs.map(({ milliseconds }) => milliseconds)) / Math.max(1, slowness),
        megabytes: Math.min(...costs.map(({ megabytes }) => megabytes)),
        reply: cost.reply,
      };
      if (isFine(least) || cost.milliseconds > hopelessMilliseconds || costs.length >= times) return least;
    }
  }
}

/**
 * Default maximum number of measurements of a request. Other processes or a garbage collection may slow some of them.
 */
const attempts = 5;

const hopelessMilliseconds = 1_000;
