/** Each worker keeps whole clusters and a database server in memory; more than this are had by asking for them. */
const maxDefaultWorkers = 8;
/** A worker has to load everything once; for fewer scenarios than this that takes longer than playing them one after the other. */
const minScenariosEach = 12;

/** On live stages a third of a worker's time is waiting: for other programs, and until a time is over. Nothing else would use the cores meanwhile. */
const liveWorkersPerCore = 1.5;

/** What the number of workers depends on. */
export type Workload = Readonly<{
  requested: number | undefined;
  scenarios: number;
  cores: number;
  /** Whether scenarios wait for what is real. */
  isLive: boolean;
}>;

/** How many scenarios are played at the same time: as many as were asked for, else as keep the cores of the machine busy; never more than there are. */
export function workersFor({ requested, scenarios, cores, isLive }: Workload): number {
  if (requested !== undefined) return Math.min(requested, scenarios);
  const busy = isLive ? Math.ceil(cores * liveWorkersPerCore) : cores;
  return Math.max(1, Math.min(busy, maxDefaultWorkers, Math.floor(scenarios / minScenariosEach)));
}
