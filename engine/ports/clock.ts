/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Cancels a scheduled callback. Has no effect if the callback has run or is already cancelled. */
export type Cancel = () => void;

/** A source of time that calls functions at given times. */
export interface Timeline {
  now(): Instant;
  /**
   * Calls `callback` once, when `now()` reaches `when`. If that time has passed, calls it as soon as possible, but not
   * before `at` returns.
   */
  at(when: Instant, callback: () => void): Cancel;
}

/** The clock of a cluster. If the harness advances it, callbacks that become due run at once and in order. */
export interface Clock extends Timeline {
  /**
   * Monotonic time, for timers that must work even if the clock is set back. It starts at the time of the clock,
   * advances evenly, and jumps when the harness advances the clock. Absent if the clock is never set back.
   */
  readonly steady?: Timeline;
}
