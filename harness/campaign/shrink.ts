import type { Schedule } from "./schedule.ts";

/** How often a schedule is played at most while it is shrunk: some seconds of a core. */
const maxPlays = 500;
/**
 * Where much is left out at once, so many seeds are tried: what chance decides besides the schedule goes otherwise from there on, and may have to go as
 * it went for the rule to break.
 */
const seeds = 3;
/** A piece of a schedule is much from this share of it on. */
const muchShare = 1 / 10;

/**
 * Finds a smaller schedule for which `breaks` is still true, by leaving out actions, then whole clusters (delta debugging, Zeller and
 * Hildebrandt 2002). `schedule` itself breaks. `onProgress` hears how many actions are left.
 */
export async function shrink(
  schedule: Schedule,
  breaks: (smaller: Schedule) => Promise<boolean>,
  onProgress: (left: number) => void = () => {},
): Promise<Schedule> {
  let found = schedule;
  let plays = 0;
  const holds: Holds = async (smaller) => {
    const isMuch = found.actions.length - smaller.actions.length >= found.actions.length * muchShare;
    for (let other = 0; other < (isMuch ? seeds : 1) && plays < maxPlays; other++) {
      const tried = { ...smaller, seed: smaller.seed + other };
      plays++;
      if (!(await breaks(tried))) continue;
      found = tried;
      onProgress(found.actions.length);
      return tried;
    }
    return undefined;
  };
  await withoutActors(found, holds);
  const leaveOut = async (chunk: number) => {
    for (let at = 0; at < found.actions.length; ) {
      const actions = found.actions.toSpliced(at, chunk);
      // Where it held, the next chunk stands now at the same place.
      if (!(await holds({ ...found, actions }))) at += chunk;
    }
  };
  for (let chunk = Math.ceil(found.actions.length / 2); chunk > 1; chunk = Math.floor(chunk / 2)) await leaveOut(chunk);
  // What was needed for something that is gone by now is not needed any more.
  for (let before = Number.POSITIVE_INFINITY; found.actions.length < before && plays < maxPlays; ) {
    before = found.actions.length;
    await leaveOut(1);
  }
  for (const name of found.clusters.toReversed()) {
    const smaller = without(found, name);
    if (smaller) await holds(smaller);
  }
  await sooner(found, holds);
  return found;
}

/** Resolves to the schedule that still breaks, maybe with another seed; undefined where none does. */
type Holds = (smaller: Schedule) => Promise<Schedule | undefined>;

/** Whole clients first: most of what they do has nothing to do with it. */
async function withoutActors(schedule: Schedule, holds: Holds): Promise<void> {
  let left = schedule;
  for (const name of new Set(schedule.actions.map(({ by }) => by))) {
    const smaller = { ...left, actions: left.actions.filter(({ by }) => by !== name) };
    if (smaller.actions.length < left.actions.length) left = (await holds(smaller)) ?? left;
  }
}

/** The schedule without a cluster that nothing in it names; undefined where something does. */
function without(schedule: Schedule, name: string): Schedule | undefined {
  if (name === schedule.primary || schedule.clusters.length === 1) return undefined;
  if (schedule.actions.some((action) => JSON.stringify(action).includes(`"${name}"`))) return undefined;
  const others = (names: readonly string[]) => names.filter((one) => one !== name);
  return { ...schedule, clusters: others(schedule.clusters), secondaries: others(schedule.secondaries) };
}

/** Ends as soon as the last action is over, where nothing depends on the quiet after it. */
async function sooner(schedule: Schedule, holds: Holds): Promise<void> {
  const last = schedule.actions.at(-1)?.at ?? 0;
  if (last + 1 < schedule.healAt) await holds({ ...schedule, healAt: last + 1 });
}
