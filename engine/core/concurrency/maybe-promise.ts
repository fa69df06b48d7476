export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: at once, or when the promise `value` resolves. Returns the result of `next`. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
