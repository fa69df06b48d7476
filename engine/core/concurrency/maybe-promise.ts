/** A value, or a promise if the value is not available yet. */
export type MaybePromise<T> = T | Promise<T>;

/** Passes the value to `next`: at once, or when the promise `value` resolves. Returns the result of `next`. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
