/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** Takes back what was arranged. Calling it twice, or too late, does nothing. */
export type Cancel = () => void;

/** The cluster's time. The harness may move it; then callbacks that came due are called at once, in order. */
export interface Clock {
  now(): Instant;
  /** Calls `callback` once, as soon as `now()` reaches `when`. A `when` in the past means as soon as possible, never synchronously. */
  at(when: Instant, callback: () => void): Cancel;
}
