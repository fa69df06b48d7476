/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Takes back what was arranged. Calling it twice, or too late, does nothing. */
export type Cancel = () => void;

/** Time that goes on, and what is arranged on it. */
export interface Timeline {
  now(): Instant;
  /** Calls `callback` once, as soon as `now()` reaches `when`. A `when` in the past means as soon as possible, never synchronously. */
  at(when: Instant, callback: () => void): Cancel;
}

/** The cluster's time. The harness may move it; then callbacks that came due are called at once, in order. */
export interface Clock extends Timeline {
  /**
   * Time that is never set back, for what has to go on whatever becomes of the clock: it began with the clock's time, goes on evenly, and leaps when
   * the harness moves the clock. Left out where the clock itself is never set back.
   */
  readonly steady?: Timeline;
}
