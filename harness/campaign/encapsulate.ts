import { type Capsule, capsuleVersion } from "./capsule.ts";
import { judgeDigested } from "./judge-digested.ts";
import { judgeSchedule, type Result } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";

export type Wanted = Readonly<{
  checker: string;
  release: string;
  commit?: string | undefined;
  /**
   * Number of consecutive seeds with which the schedule must break the rule. Default: 1. A capsule that breaks with
   * several seeds is likely to break after changes of timing, too.
   */
  seeds?: number;
  /** Whether to shrink the schedule first. Default: true. */
  shrinks?: boolean;
}>;

/** Creates a capsule. Returns undefined if `schedule` does not break the rule. */
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
