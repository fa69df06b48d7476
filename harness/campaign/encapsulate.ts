import { type Capsule, capsuleVersion } from "./capsule.ts";
import { judgeDigested } from "./judge-digested.ts";
import { judgeSchedule, type Result } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";

/** Rule that broke, and options of the capsule. */
export type Wanted = Readonly<{
  checker: string;
  release: string;
  commit?: string | undefined;
  /**
   * Number of consecutive seeds with which the schedule has to break the rule; 1 by default. With
   * more, the capsule survives changes of timing.
   */
  seeds?: number;
  /** True if the schedule is shrunk first. Default: true. */
  shrinks?: boolean;
}>;

/**
 * Creates a capsule of this release with the smallest schedule found that breaks the same rule.
 * Returns undefined if the given schedule does not break the rule.
 */
export async function encapsulate(
  schedule: Schedule,
  { checker, release, commit, seeds = 1, shrinks = true }: Wanted,
): Promise<Capsule | undefined> {
  const firstOf = ({ broken }: Result) => broken.find((one) => one.checker === checker);
  // A schedule whose setup fails does not break the rule.
  const breaks = async (smaller: Schedule) => {
    for (let other = 0; other < seeds; other++) {
      const tried = { ...smaller, seed: smaller.seed + other };
      if ((await judgeSchedule(tried).then(firstOf, () => undefined)) === undefined) return false;
    }
    return true;
  };
  if (!(await breaks(schedule))) return undefined;
  const smallest = shrinks ? await shrink(schedule, breaks) : schedule;
  const found = await judgeDigested(smallest);
  const broken = firstOf(found);
  return (
    broken && {
      capsule: capsuleVersion,
      release,
      ...(commit === undefined ? {} : { commit }),
      schedule: smallest,
      broken,
      digest: found.digest,
    }
  );
}
