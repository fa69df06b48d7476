import type { Requirement } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { featureOf, optionalFeatures, profileNames, profileOf } from "./profiles.ts";
import { whyInapplicable } from "./releases.ts";
import type { Conformance } from "./schema.ts";

type Verdicts = ReadonlyMap<string, Readonly<{ verdict: keyof Conformance["counts"] }>>;

type Classified = Pick<Requirement, "id" | "document" | "needs" | "since" | "until">;

/**
 * Returns the results of all profiles. A part is failed if one of its requirements is broken, conformant if all are
 * held, and otherwise partial. Requirements that do not apply to `release`, the release of the documents, do not count.
 * Optional features that no requirement of a profile has are omitted.
 */
export function profileResults(
  coverage: Verdicts,
  requirements: ReadonlyMap<string, Classified>,
  release: string,
): Conformance["profiles"] {
  const counting = [...requirements.values()].filter((one) => !isSkipped(one, release));
  const results = profileNames.map((name) => {
    const all = counting.filter((one) => profileOf(one) === name);
    const withFeature = (feature: string | undefined) =>
      new Map([...coverage].filter(([id]) => all.some((one) => one.id === id && featureOf(one) === feature)));
    const features = Object.keys(optionalFeatures).flatMap((feature) => {
      const part = withFeature(feature);
      return part.size === 0 ? [] : [[feature, partOf(part)] as const];
    });
    return [name, { ...partOf(withFeature(undefined)), features: Object.fromEntries(features) }] as const;
  });
  return Object.fromEntries(results) as Conformance["profiles"];
}

/** True if a requirement does not apply to the release. Scenarios with an earlier release play it nevertheless. */
function isSkipped(requirement: Classified, release: string): boolean {
  return featureOf(requirement) !== "earlier-release" && whyInapplicable(requirement, release) !== undefined;
}

function partOf(coverage: Verdicts): Pick<Conformance["profiles"]["core"], "result" | "counts"> {
  const counts = countsOf(coverage);
  const result = counts.broken > 0 ? "failed" : counts.held === coverage.size ? "conformant" : "partial";
  return { result, counts };
}
