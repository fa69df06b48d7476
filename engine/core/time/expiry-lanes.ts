import { reasonOf } from "../../api/reason.ts";
import type { Instant } from "../../ports/clock.ts";
import { namesIn } from "../storage/folder.ts";
import { ExpiryQueue, type ExpiryQueueOptions } from "./expiry-queue.ts";

/** From so many lanes on, those with nothing to end are dropped when another is made. A connection of a database is a lane. */
const lanesKept = 256;

/** What lanes work with. */
export type ExpiryLanesOptions = Omit<ExpiryQueueOptions, "prefix" | "due"> &
  Readonly<{
    /** Where the entries of no lane are among the local keys, such as `lease-end/`. */
    prefix: string;
    /** Where those of lanes are, below the name of each, such as `lease-lane/`. */
    lanesPrefix: string;
    /** As for an {@link ExpiryQueue}; `queue` is the one that holds the entry. */
    due: (name: string, when: Instant, queue: ExpiryQueue) => Promise<void>;
  }>;

/** A queue, and when it has begun with what is stored. */
type Lane = Readonly<{ queue: ExpiryQueue; begun: Promise<void> }>;

/**
 * What ends when, in one {@link ExpiryQueue} for each lane: what has to wait for one server that does not answer is in a lane of its own,
 * and keeps none waiting that another server ends. Each lane ends as many at a time as a queue does.
 */
export class ExpiryLanes {
  readonly #options: ExpiryLanesOptions;
  readonly #lanes = new Map<string, Lane>();
  #isRunning = false;

  constructor(options: ExpiryLanesOptions) {
    this.#options = options;
  }

  /** The queue of a lane; "" is for what has none. Names hold no slash. */
  lane(name: string): ExpiryQueue {
    return this.#lane(name).queue;
  }

  /** Begins with what is stored, in every lane. What is overdue ends soon, not before this returns. */
  async resume(): Promise<void> {
    this.stop();
    this.#isRunning = true;
    const { storage, lanesPrefix } = this.#options;
    const found = await namesIn(storage, "local", lanesPrefix);
    const names = ["", ...found.map((name) => name.slice(0, -1))];
    await Promise.all(names.map((name) => this.#lane(name).begun));
  }

  /** Ends nothing more until it is resumed. */
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
    if (this.#lanes.size >= lanesKept) this.#dropIdle();
    const begun = this.#isRunning ? queue.resume() : Promise.resolve();
    begun.catch((error: unknown) => {
      rest.log.error("the queue of what ends could not be read", { queue: queue.prefix, reason: reasonOf(error) });
    });
    const lane = { queue, begun };
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
