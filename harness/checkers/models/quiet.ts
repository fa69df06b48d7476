import type { Event, EventOf } from "#harness/history/event.ts";
import { OpenFaults } from "./open-faults.ts";

/**
 * Records since when there has been no fault, no end of a fault, no crash or start of a cluster, and no request to seal
 * or unseal.
 */
export class Quiet {
  readonly #faults = new OpenFaults();
  #since = Number.NEGATIVE_INFINITY;

  /** Must be called with every fault, heal, crash, start and request. */
  take(event: Extract<Event, { type: "fault" | "heal" | "crash" | "start" | "request" }>): void {
    if (event.type === "request" && !isSeal(event)) return;
    if (event.type === "fault") this.#faults.begin(event);
    else if (event.type === "heal") this.#faults.heal(event);
    this.#since = event.at;
  }

  /**
   * True if no fault is in progress, and no fault, heal, crash, start, or request to seal or unseal occurred after
   * `at`. `at` is in milliseconds of the stage's time.
   */
  holdsSince(at: number): boolean {
    return this.#faults.isNone && this.#since <= at;
  }
}

function isSeal({ path }: EventOf<"request">): boolean {
  return /^sys\/(seal|unseal)$/.test(path);
}
