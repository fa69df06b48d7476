import { type Capsule, capsuleVersion } from "./capsule.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";

/**
 * Puts the smallest schedule that was found to break the same rule into a capsule of this release. Undefined when not even the whole
 * schedule breaks it any more.
 */
export async function encapsulate(
  schedule: Schedule,
  { checker, release, commit }: Readonly<{ checker: string; release: string; commit?: string | undefined }>,
): Promise<Capsule | undefined> {
  const brokenIn = async (smaller: Schedule) => {
    const { broken, digest } = await judgeSchedule(smaller);
    const first = broken.find((one) => one.checker === checker);
    return first && { broken: first, digest };
  };
  // What cannot even be set up does not break the rule.
  const smallest = await shrink(schedule, async (smaller) => {
    return (await brokenIn(smaller).catch(() => undefined)) !== undefined;
  });
  const found = await brokenIn(smallest);
  return (
    found && {
      capsule: capsuleVersion,
      release,
      ...(commit === undefined ? {} : { commit }),
      schedule: smallest,
      ...found,
    }
  );
}
