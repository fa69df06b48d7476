import type { Requirement } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { featureOf, optionalFeatures, profileNames, profileOf } from "./profiles.ts";
import { whyInapplicable } from "./releases.ts";
import type { Conformance } from "./schema.ts";

type Verdicts = ReadonlyMap<string, Readonly<{ verdict: keyof Conformance["counts"] }>>;

/**
 * Returns the results of all profiles. A part is failed if one of its requirements is broken, conformant if all that
 * apply to `release` are held, and otherwise partial. Optional features that no requirement of a profile has are
 * omitted.
 */
export function profileResults(
  coverage: Verdicts,
  requirements: ReadonlyMap<string, Pick<Requirement, "id" | "document" | "needs" | "since" | "until">>,
  release: string,
): Conformance["profiles"] {
  const isApplicable = (id: string) => {
    const requirement = requirements.get(id);
    return !requirement || whyInapplicable(requirement, release) === undefined;
  };
  const results = profileNames.map((name) => {
    const withFeature = (feature: string | undefined) =>
      new Map(
        [...coverage].filter(([id]) => {
          const requirement = requirements.get(id);
          return requirement && profileOf(requirement) === name && featureOf(requirement) === feature;
        }),
      );
    const features = Object.keys(optionalFeatures).flatMap((feature) => {
      const part = withFeature(feature);
      return part.size === 0 ? [] : [[feature, partOf(part, isApplicable)] as const];
    });
    return [name, { ...partOf(withFeature(undefined), isApplicable), features: Object.fromEntries(features) }] as const;
  });
  return Object.fromEntries(results) as Conformance["profiles"];
}

function partOf(
  coverage: Verdicts,
  isApplicable: (id: string) => boolean,
): Pick<Conformance["profiles"]["core"], "result" | "counts"> {
  const counts = countsOf(coverage);
  const isOpen = [...coverage].some(
    ([id, { verdict }]) => verdict !== "held" && (verdict !== "not played" || isApplicable(id)),
  );
  const result = counts.broken > 0 ? "failed" : isOpen || counts.held === 0 ? "partial" : "conformant";
  return { result, counts };
}
