import { steadyTime } from "../../core/time/steady-time.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Message } from "../protocol/message.ts";

/**
 * Measurements of a connection, in milliseconds. A member is missing until a heartbeat has measured
 * it.
 */
export type LinkFacts = Readonly<{
  /** Difference between the clock of the other end and this cluster's clock. */
  clockSkewMilliseconds?: number;
  /** Time until the last heartbeat was answered. */
  roundTripMilliseconds?: number;
  /**
   * Latest time at which the secondary had all entries of the primary; measured by the primary
   * only.
   */
  caughtUpAt?: Instant;
}>;

/**
 * Measures a connection by its heartbeats. A heartbeat of the primary contains its time and the
 * duration of the last round trip; the reply contains the secondary's time. A message is assumed to
 * take half a round trip. The results are only shown in the status.
 */
export class LinkStats {
  readonly #clock: Clock;
  #sentAt: Instant | undefined;
  #facts: LinkFacts = {};
  /** The oldest heartbeat whose last entry is not acknowledged yet. */
  #awaited: Readonly<{ last: number; at: Instant }> | undefined;
  #isAsked = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get facts(): LinkFacts {
    return this.#facts;
  }

  /** Returns `message` with the measurements that the other end needs. */
  sent(message: Message): Message {
    if (message.type === "heartbeat") {
      this.#sentAt = this.#now;
      this.#awaited ??= { last: message.last, at: this.#sentAt };
      const { roundTripMilliseconds } = this.#facts;
      return {
        ...message,
        at: this.#clock.now(),
        ...(roundTripMilliseconds === undefined ? {} : { took: roundTripMilliseconds }),
      };
    }
    if (message.type !== "ack" || !this.#isAsked) return message;
    this.#isAsked = false;
    return { ...message, at: this.#clock.now() };
  }

  /** Measures a message that was received. */
  received(message: Message): void {
    if (message.type === "heartbeat") {
      this.#isAsked = true;
      if (message.at !== undefined) this.#measure(message.at, message.took);
    }
    if (message.type !== "ack") return;
    if (message.at !== undefined && this.#sentAt !== undefined) this.#measure(message.at, this.#now - this.#sentAt);
    if (this.#awaited && message.index >= this.#awaited.last) {
      this.#facts = { ...this.#facts, caughtUpAt: this.#awaited.at };
      this.#awaited = undefined;
    }
  }

  #measure(theirs: Instant, roundTripMilliseconds: number | undefined): void {
    const clockSkewMilliseconds = Math.round(theirs + (roundTripMilliseconds ?? 0) / 2 - this.#clock.now());
    this.#facts = {
      ...this.#facts,
      clockSkewMilliseconds,
      ...(roundTripMilliseconds === undefined ? {} : { roundTripMilliseconds }),
    };
  }

  get #now(): Instant {
    return steadyTime(this.#clock).now();
  }
}
