/** Error for a call whose result does not depend on the seed, made while a world is played. */
class Unseeded extends Error {
  override readonly name = "Unseeded";

  constructor(what: string) {
    super(`${what} was called while a world is played: its result does not come from the seed`);
  }
}

/**
 * Replaces randomness, time and timers of the runtime by functions that throw an {@link Unseeded}.
 * For threads that only play worlds.
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
 * Returns a `Date` that needs an explicit time, since the default is the machine's clock. Libraries
 * that create dates only to overwrite them, for example in certificates, get the epoch.
 */
function datesOfArguments(): DateConstructor {
  return new Proxy(Date, {
    construct(target, args: readonly unknown[], newTarget) {
      if (args.length > 0) return Reflect.construct(target, args, newTarget);
      if (isCalledByLibrary(new Error().stack ?? "")) return Reflect.construct(target, [0], newTarget);
      throw new Unseeded("new Date()");
    },
    apply: () => {
      throw new Unseeded("Date()");
    },
  });
}

/**
 * True if the caller of the replaced function is in a library. The first line of the stack is the
 * error, the second this file.
 */
function isCalledByLibrary(stack: string): boolean {
  return stack.split("\n")[2]?.includes("/node_modules/") ?? false;
}
