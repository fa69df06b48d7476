/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Cancels a scheduled callback. Does nothing if the callback has run or is already cancelled. */
export type Cancel = () => void;

/** A source of time on which callbacks are scheduled. */
export interface Timeline {
  now(): Instant;
  /**
   * Calls `callback` once, as soon as `now()` reaches `when`. If `when` is in the past, calls it as
   * soon as possible, never synchronously.
   */
  at(when: Instant, callback: () => void): Cancel;
}

/** The clock of a cluster. If the harness moves it, overdue callbacks run at once, in order. */
export interface Clock extends Timeline {
  /**
   * Monotonic time, for timers that must work even if the clock is set back. It starts at the time
   * of the clock, advances evenly, and jumps when the harness moves the clock forward. Omitted if
   * the clock is never set back.
   */
  readonly steady?: Timeline;
}
