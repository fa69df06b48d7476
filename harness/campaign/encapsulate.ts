import { type Capsule, capsuleVersion } from "./capsule.ts";
import { judgeDigested } from "./judge-digested.ts";
import { judgeSchedule, type Result } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";

/** The rule that broke, and by what the capsule is made. */
export type Wanted = Readonly<{
  checker: string;
  release: string;
  commit?: string | undefined;
  /** With how many seeds in a row the schedule has to break the rule, 1 by default: more have the capsule outlive changes of timing. */
  seeds?: number;
  /** Whether the schedule is shrunk first. Default: it is. */
  shrinks?: boolean;
}>;

/**
 * Puts the smallest schedule that was found to break the same rule into a capsule of this release. Undefined when not even the whole
 * schedule breaks it any more.
 */
export async function encapsulate(
  schedule: Schedule,
  { checker, release, commit, seeds = 1, shrinks = true }: Wanted,
): Promise<Capsule | undefined> {
  const firstOf = ({ broken }: Result) => broken.find((one) => one.checker === checker);
  // What cannot even be set up does not break the rule.
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
