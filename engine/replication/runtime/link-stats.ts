import { steadyTime } from "../../core/time/steady-time.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Message } from "../protocol/message.ts";

/** What is known of a connection by its heartbeats, in milliseconds. What no heartbeat has told yet is left out. */
export type LinkFacts = Readonly<{
  /** How far the other end's clock is ahead of this one's. */
  clockSkewMilliseconds?: number;
  /** How long the last heartbeat took to be answered. */
  roundTripMilliseconds?: number;
  /** The latest instant of which the secondary is known to have had all that the primary had then; told on the primary alone. */
  caughtUpAt?: Instant;
}>;

/**
 * Measures a connection by its heartbeats. The primary's says what its clock is and how long the last one took; the answer says what the
 * secondary's clock is. A message is taken to be under way for half of that time. Nothing is decided by it: it is for the status alone.
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

  /** `message` as it is sent, with what the other end measures by. */
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

  /** Learns from a message that has come. */
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
