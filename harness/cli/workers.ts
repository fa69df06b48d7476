/** Each worker keeps whole clusters and a database server in memory; more than this are had by asking for them. */
const maxUnasked = 8;
/** A worker has to load everything once; for fewer scenarios than this that takes longer than playing them one after the other. */
const minScenariosEach = 12;

/** How many scenarios are played at the same time: as many as were asked for, else as the machine has cores; never more than there are. */
export function workersFor(about: Readonly<{ asked: number | undefined; scenarios: number; cores: number }>): number {
  const { asked, scenarios, cores } = about;
  if (asked !== undefined) return Math.min(asked, scenarios);
  return Math.max(1, Math.min(cores, maxUnasked, Math.floor(scenarios / minScenariosEach)));
}
