import type { Schedule } from "./schedule.ts";

const maxPlays = 500;
/**
 * Number of seeds to try after a large removal. The removal changes the random values that the remaining actions draw,
 * and the rule may be broken only with some of them.
 */
const seeds = 3;
/** Minimum share of the actions that counts as a large removal. */
const largeShare = 1 / 10;

/**
 * Returns a schedule, if possible a smaller one, for which `breaks` is still true. Removes actions, then clusters
 * (delta debugging, Zeller and Hildebrandt 2002), and finally ends the faults sooner. `breaks(schedule)` must be true.
 * `onProgress` receives the number of remaining actions.
 */
export async function shrink(
  schedule: Schedule,
  breaks: (smaller: Schedule) => Promise<boolean>,
  onProgress: (left: number) => void = () => {},
): Promise<Schedule> {
  let found = schedule;
  let plays = 0;
  const stillBreaks: StillBreaks = async (smaller) => {
    const isLarge = found.actions.length - smaller.actions.length >= found.actions.length * largeShare;
    for (let other = 0; other < (isLarge ? seeds : 1) && plays < maxPlays; other++) {
      const tried = { ...smaller, seed: smaller.seed + other };
      plays++;
      if (!(await breaks(tried))) continue;
      found = tried;
      onProgress(found.actions.length);
      return tried;
    }
    return undefined;
  };
  await withoutActors(found, stillBreaks);
  const leaveOut = async (chunk: number) => {
    for (let at = 0; at < found.actions.length; ) {
      const actions = found.actions.toSpliced(at, chunk);
      // After a successful removal, the next chunk is at the same index.
      if (!(await stillBreaks({ ...found, actions }))) at += chunk;
    }
  };
  for (let chunk = Math.ceil(found.actions.length / 2); chunk > 1; chunk = Math.floor(chunk / 2)) await leaveOut(chunk);
  // Repeats, since a removal can make an earlier action unnecessary.
  for (let before = Number.POSITIVE_INFINITY; found.actions.length < before && plays < maxPlays; ) {
    before = found.actions.length;
    await leaveOut(1);
  }
  for (const name of found.clusters.toReversed()) {
    const smaller = without(found, name);
    if (smaller) await stillBreaks(smaller);
  }
  await endSooner(found, stillBreaks);
  return found;
}

/** Returns the smaller schedule, possibly with another seed, if a play of it breaks the rule; otherwise undefined. */
type StillBreaks = (smaller: Schedule) => Promise<Schedule | undefined>;

/** Tries to remove all actions of one actor at a time, because most actors are usually irrelevant. */
async function withoutActors(schedule: Schedule, stillBreaks: StillBreaks): Promise<void> {
  let left = schedule;
  for (const name of new Set(schedule.actions.map(({ by }) => by))) {
    const smaller = { ...left, actions: left.actions.filter(({ by }) => by !== name) };
    if (smaller.actions.length < left.actions.length) left = (await stillBreaks(smaller)) ?? left;
  }
}

function without(schedule: Schedule, name: string): Schedule | undefined {
  if (name === schedule.primary || schedule.clusters.length === 1) return undefined;
  if (schedule.actions.some((action) => JSON.stringify(action).includes(`"${name}"`))) return undefined;
  const others = (names: readonly string[]) => names.filter((one) => one !== name);
  return { ...schedule, clusters: others(schedule.clusters), secondaries: others(schedule.secondaries) };
}

async function endSooner(schedule: Schedule, stillBreaks: StillBreaks): Promise<void> {
  const last = schedule.actions.at(-1)?.at ?? 0;
  if (last + 1 < schedule.healAt) await stillBreaks({ ...schedule, healAt: last + 1 });
}
