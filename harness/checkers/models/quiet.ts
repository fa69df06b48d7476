import type { Event, EventOf } from "#harness/history/event.ts";

/** Since when nothing fails and no cluster comes or goes. */
export class Quiet {
  readonly #faults = new Set<number>();
  #since = Number.NEGATIVE_INFINITY;

  /** To be told of every fault, heal, crash, start and request. */
  take(event: Extract<Event, { type: "fault" | "heal" | "crash" | "start" | "request" }>): void {
    if (event.type === "request" && !isSeal(event)) return;
    if (event.type === "fault") this.#faults.add(event.seq);
    else if (event.type === "heal" && event.cause === undefined) this.#faults.clear();
    else if (event.type === "heal" && event.cause !== undefined) this.#faults.delete(event.cause);
    this.#since = event.at;
  }

  /** Whether it has been quiet from `at` on, in milliseconds of the stage's time. */
  holdsSince(at: number): boolean {
    return this.#faults.size === 0 && this.#since <= at;
  }
}

function isSeal({ path }: EventOf<"request">): boolean {
  return /^sys\/(seal|unseal)$/.test(path);
}
