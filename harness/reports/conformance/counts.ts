import type { Conformance } from "./schema.ts";

type Counts = Conformance["counts"];

/** Returns the number of requirements with each verdict. */
export function countsOf(coverage: ReadonlyMap<string, Readonly<{ verdict: keyof Counts }>>): Counts {
  const all = [...coverage.values()];
  const counted = (verdict: keyof Counts) => all.filter((one) => one.verdict === verdict).length;
  return {
    held: counted("held"),
    broken: counted("broken"),
    "not judged": counted("not judged"),
    "not played": counted("not played"),
  };
}
