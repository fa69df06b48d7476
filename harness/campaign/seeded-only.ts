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
  globalThis.Date = datesOfArguments();
  Date.now = refuse("Date.now");
  for (const name of ["getRandomValues", "randomUUID"] as const) crypto[name] = refuse(`crypto.${name}`);
  performance.now = refuse("performance.now");
  Object.assign(globalThis, { setTimeout: refuse("setTimeout"), setInterval: refuse("setInterval") });
}

/**
 * A `Date` that has to be told its moment: without one it would be now, by the machine's clock. Libraries make moments that they overwrite, such as those
 * of a certificate: for them it is always the same one.
 */
function datesOfArguments(): DateConstructor {
  return new Proxy(Date, {
    construct(target, given: readonly unknown[], asked) {
      if (given.length > 0) return Reflect.construct(target, given, asked);
      if (isCalledByLibrary(new Error().stack ?? "")) return Reflect.construct(target, [0], asked);
      throw new Unseeded("new Date()");
    },
    apply: () => {
      throw new Unseeded("Date()");
    },
  });
}

/** Whether the place that called what is refused here is in a library. The first line is the error's, the second this file's. */
function isCalledByLibrary(stack: string): boolean {
  return stack.split("\n")[2]?.includes("/node_modules/") ?? false;
}
