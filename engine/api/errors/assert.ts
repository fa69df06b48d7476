/**
 * Throws an Error when `holds` is false. `invariant` describes what must be true at this point. A failed assertion is a
 * defect of this program and never caused by client input. Assertions are also active in production.
 */
export function assert(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new Error(`assertion failed: ${invariant}`);
}
