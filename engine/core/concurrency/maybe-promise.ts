export type MaybePromise<T> = T | Promise<T>;

export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
