import { type Cause, causesOf } from "#harness/reports/causes/causes.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

/** Returns the causes of the failures of a run, attributed to the ids in `spec/`. */
export function readCauses({ scenarios }: Pick<Performance, "scenarios">): ReadonlyMap<PlayedScenario, Cause> {
  return causesOf(scenarios, new Map([...readRequirements(), ...readOwnRules()]));
}
