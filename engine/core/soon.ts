/** What may be known already, and is then there at once: every request asks, and a promise costs more than most answers. */
export type Soon<T> = T | Promise<T>;

/** What `next` makes of `value`, as soon as that is known. */
export function whenKnown<T, Made>(value: Soon<T>, next: (value: T) => Soon<Made>): Soon<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
