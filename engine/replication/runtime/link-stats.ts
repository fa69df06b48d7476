import { steadyTime } from "../../core/time/steady-time.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Message } from "../protocol/message.ts";

/** Measurements of a connection. Fields are missing until heartbeats have measured them. */
export type LinkFacts = Readonly<{
  /** The peer's clock minus this cluster's clock. */
  clockSkewMilliseconds?: number;
  /** Milliseconds from sending a heartbeat to receiving its reply, as measured last. */
  roundTripMilliseconds?: number;
  /** The secondary has acknowledged all entries that the primary had at this time. */
  caughtUpAt?: Instant;
}>;

/**
 * Measures a connection by its heartbeats. A heartbeat of the primary contains the primary's time and the duration of
 * the last round trip; the reply contains the secondary's time. A message is assumed to take half a round trip.
 */
export class LinkStats {
  readonly #clock: Clock;
  #sentAt: Instant | undefined;
  #facts: LinkFacts = {};
  #awaited: Readonly<{ last: number; at: Instant }> | undefined;
  #isAsked = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get facts(): LinkFacts {
    return this.#facts;
  }

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
