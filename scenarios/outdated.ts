import { earlierReleaseTag, whyInapplicable } from "#harness/reports/conformance/releases.ts";
import { type Requirement, readRequirements } from "#harness/reports/requirements.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { documentsRelease } from "#harness/targets/probe.ts";

let requirements: ReadonlyMap<string, Requirement> | undefined;

/**
 * Returns the reason why no requirement of a scenario applies to the release of the target, or undefined if one applies.
 * On other stages, all requirements apply.
 */
export function whyOutdated(tags: readonly Readonly<{ name: string }>[], setting: StageSetting): string | undefined {
  if (setting.stage !== "remote" || tags.some(({ name }) => name === earlierReleaseTag)) return undefined;
  requirements ??= readRequirements();
  const known = tags.flatMap(({ name }) => requirements?.get(requirementIdOf(name) ?? "") ?? []);
  const release = documentsRelease(setting.target, setting.probed);
  const reasons = known.map((requirement) => whyInapplicable(requirement, release));
  return reasons.length > 0 && reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}
