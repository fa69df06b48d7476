import { reasonOf } from "../../api/errors/reason.ts";
import type { Instant } from "../../ports/clock.ts";
import { namesIn } from "../storage/folder.ts";
import { ExpiryQueue, type ExpiryQueueOptions } from "./expiry-queue.ts";

const maxIdleLanes = 256;

export type ExpiryLanesOptions = Omit<ExpiryQueueOptions, "prefix" | "due"> &
  Readonly<{
    prefix: string;
    lanesPrefix: string;
    due: (name: string, when: Instant, queue: ExpiryQueue) => Promise<void>;
  }>;

type Lane = Readonly<{ queue: ExpiryQueue; resumed: Promise<void> }>;

/**
 * Expiry entries in one {@link ExpiryQueue} per lane, so that a server that does not answer delays only the entries of
 * its own lane. The limit of concurrent ends applies to each lane.
 */
export class ExpiryLanes {
  readonly #options: ExpiryLanesOptions;
  readonly #lanes = new Map<string, Lane>();
  #isRunning = false;

  constructor(options: ExpiryLanesOptions) {
    this.#options = options;
  }

  /** Returns the queue of a lane; the lane "" is for entries without a lane. Names contain no slash. */
  lane(name: string): ExpiryQueue {
    return this.#lane(name).queue;
  }

  async resume(): Promise<void> {
    this.stop();
    this.#isRunning = true;
    const { storage, lanesPrefix } = this.#options;
    const found = await namesIn(storage, "local", lanesPrefix);
    const names = ["", ...found.map((name) => name.slice(0, -1))];
    await Promise.all(names.map((name) => this.#lane(name).resumed));
  }

  stop(): void {
    this.#isRunning = false;
    for (const { queue } of this.#lanes.values()) queue.stop();
    this.#lanes.clear();
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    const { prefix, lanesPrefix, due, ...rest } = this.#options;
    const queue: ExpiryQueue = new ExpiryQueue({
      ...rest,
      prefix: name === "" ? prefix : `${lanesPrefix}${name}/`,
      due: (entry, when) => due(entry, when, queue),
    });
    if (this.#lanes.size >= maxIdleLanes) this.#dropIdle();
    const resumed = this.#isRunning ? queue.resume() : Promise.resolve();
    resumed.catch((error: unknown) => {
      rest.log.error("an expiry queue could not be read", { queue: queue.prefix, reason: reasonOf(error) });
    });
    const lane = { queue, resumed };
    this.#lanes.set(name, lane);
    return lane;
  }

  #dropIdle(): void {
    for (const [name, { queue }] of this.#lanes) {
      if (!queue.isIdle) continue;
      queue.stop();
      this.#lanes.delete(name);
    }
  }
}
