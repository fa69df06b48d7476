/** Value, or a promise if not yet available. Avoids the cost of promises in each request. */
export type MaybePromise<T> = T | Promise<T>;

/** Returns the result of `next(value)`: synchronously unless `value` is a promise. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
