/** Thrown by the replacements of functions whose results do not depend on the seed. */
class Unseeded extends Error {
  override readonly name = "Unseeded";

  constructor(what: string) {
    super(`${what} was called while a world is played: its result does not come from the seed`);
  }
}

/**
 * Replaces functions of the runtime that return random numbers or the time or start timers, such as `Math.random`,
 * `Date.now` and `setTimeout`. The replacements throw an {@link Unseeded}. Only for threads that play worlds.
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
 * Returns a `Date` whose constructor throws without arguments. Libraries get the epoch instead, because some create a
 * date only to overwrite it, for example in certificates.
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

/** In the stack, line 1 is the error, line 2 is this file, and line 3 is the caller of the replaced function. */
function isCalledByLibrary(stack: string): boolean {
  return stack.split("\n")[2]?.includes("/node_modules/") ?? false;
}
