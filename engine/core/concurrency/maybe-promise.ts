/**
 * A value, or a promise if the value is not yet available. Used on the path of every request, where
 * an unnecessary promise costs more than most responses.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Returns the result of `next(value)`: synchronously unless `value` is a promise. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
