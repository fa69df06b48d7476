/** Maximum default number of workers. Each keeps clusters and a database server in memory. */
const maxDefaultWorkers = 8;
/** Minimum number of scenarios per worker, because each worker loads all modules first. */
const minScenariosEach = 12;

/** Workers per core on live stages, which spend a third of the time waiting. */
const liveWorkersPerCore = 1.5;

/** Inputs for the number of workers. */
export type Workload = Readonly<{
  requested: number | undefined;
  scenarios: number;
  cores: number;
  /** True on live stages, where scenarios wait for real servers and time. */
  isLive: boolean;
}>;

/** Returns the number of workers: as requested, or by cores; at most one per scenario. */
export function workersFor({ requested, scenarios, cores, isLive }: Workload): number {
  if (requested !== undefined) return Math.min(requested, scenarios);
  const busy = isLive ? Math.ceil(cores * liveWorkersPerCore) : cores;
  return Math.max(1, Math.min(busy, maxDefaultWorkers, Math.floor(scenarios / minScenariosEach)));
}
