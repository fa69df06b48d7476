/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Cancels a scheduled callback. Has no effect if the callback has run or is already cancelled. */
export type Cancel = () => void;

export interface Timeline {
  now(): Instant;
  /**
   * Schedules one call of `callback` at the time `when`. A callback whose time has passed is due at
   * once, but is not called before `at` returns.
   */
  at(when: Instant, callback: () => void): Cancel;
}

/** The clock of a cluster. A harness may advance it. */
export interface Clock extends Timeline {
  /**
   * Monotonic time, for timers that must work even if the clock is set back. Advances with the clock if
   * a harness advances the clock. Absent if the clock is never set back.
   */
  readonly steady?: Timeline;
}
