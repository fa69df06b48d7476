/** A value, or a promise if the value is not available yet. Avoids the cost of promises in each request. */
export type MaybePromise<T> = T | Promise<T>;

/** Passes the value to `next` and returns its result: synchronously, unless `value` is a promise. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
