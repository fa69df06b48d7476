/** Throws an Error if `holds` is falsy. `invariant` describes what must be true at this point. */
export function assert(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new Error(`assertion failed: ${invariant}`);
}
