/** A call that the seed does not decide, made while a world was played. */
class Unseeded extends Error {
  override readonly name = "Unseeded";

  constructor(what: string) {
    super(`${what} was called while a world is played: what it gives does not come from the seed`);
  }
}

/**
 * From now on randomness, time and timers that do not come from a seed throw an {@link Unseeded} that names them, where they are called. For threads that
 * do nothing but play worlds.
 */
export function seededOnly(): void {
  const refuse = (what: string) => (): never => {
    throw new Unseeded(what);
  };
  Math.random = refuse("Math.random");
  Date.now = refuse("Date.now");
  Object.assign(globalThis, { setTimeout: refuse("setTimeout"), setInterval: refuse("setInterval") });
  crypto.randomUUID = refuse("crypto.randomUUID");
}
