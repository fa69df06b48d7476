import type { Cause } from "#harness/reports/causes/causes.ts";
import { formatCount } from "#harness/reports/format.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";

/** Returns the id to which a cause is attributed, and the number of ids that are not judged because of it. */
export function attributionOf({ id, ids, broken }: Cause): string | undefined {
  if (id === null) return undefined;
  const others = ids.filter((one) => !broken.has(one)).length;
  const beside = [...broken].filter((one) => one !== id);
  const alike = beside.length === 0 ? "" : `, as well as ${beside.join(", ")}`;
  const without = others === 0 ? "" : `; ${formatCount(others, "other id")} cannot be judged because of it`;
  return `attributed to ${id}${alike}${without}`;
}

/** Returns the causes without duplicates, those of the most scenarios first. */
export function distinctCauses(causes: ReadonlyMap<PlayedScenario, Cause>): readonly Cause[] {
  return [...new Set(causes.values())];
}
