import type { Requirement } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { featureOf, optionalFeatures, profileNames, profileOf } from "./profiles.ts";
import { whyInapplicable } from "./releases.ts";
import type { Conformance } from "./schema.ts";

type Verdicts = ReadonlyMap<string, Readonly<{ verdict: keyof Conformance["counts"] }>>;

type Classified = Pick<Requirement, "id" | "document" | "needs" | "since" | "until">;

/**
 * Returns the results of all profiles. A part is failed if one of its requirements is broken, conformant if all are
 * held that apply to `release`, the release of the documents, and otherwise partial. Optional features that no requirement of a profile has are omitted.
 */
export function profileResults(
  coverage: Verdicts,
  requirements: ReadonlyMap<string, Classified>,
  release: string,
): Conformance["profiles"] {
  const isOutside = (id: string) => {
    const requirement = requirements.get(id);
    return requirement !== undefined && whyInapplicable(requirement, release) !== undefined;
  };
  const results = profileNames.map((name) => {
    const all = [...requirements.values()].filter((one) => profileOf(one) === name);
    const withFeature = (feature: string | undefined) =>
      new Map([...coverage].filter(([id]) => all.some((one) => one.id === id && featureOf(one) === feature)));
    const features = Object.keys(optionalFeatures).flatMap((feature) => {
      const part = withFeature(feature);
      return part.size === 0 ? [] : [[feature, partOf(part, isOutside)] as const];
    });
    return [name, { ...partOf(withFeature(undefined), isOutside), features: Object.fromEntries(features) }] as const;
  });
  return Object.fromEntries(results) as Conformance["profiles"];
}

function partOf(
  coverage: Verdicts,
  isOutside: (id: string) => boolean,
): Pick<Conformance["profiles"]["core"], "result" | "counts"> {
  const counts = countsOf(coverage);
  const outside = [...coverage].filter(([id, { verdict }]) => verdict === "not played" && isOutside(id)).length;
  const isConformant = counts.held > 0 && counts.held + outside === coverage.size;
  return { result: counts.broken > 0 ? "failed" : isConformant ? "conformant" : "partial", counts };
}
