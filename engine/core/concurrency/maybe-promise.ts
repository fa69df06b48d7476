/** A value, or a promise of it where it is not known yet. Every request asks for such, and a promise costs more than most answers. */
export type MaybePromise<T> = T | Promise<T>;

/** What `next` makes of `value`: synchronously where `value` is no promise. */
export function andThen<T, Made>(value: MaybePromise<T>, next: (value: T) => MaybePromise<Made>): MaybePromise<Made> {
  return value instanceof Promise ? value.then(next) : next(value);
}
