/**
 * Throws an Error when `holds` is false. `invariant` describes what must hold at this point. A failure is a defect of this program, never the result of an
 * input, so the text is for its developers. Assertions stay on in every run.
 */
export function assert(holds: unknown, invariant: string): asserts holds {
  if (!holds) throw new Error(`assertion failed: ${invariant}`);
}
