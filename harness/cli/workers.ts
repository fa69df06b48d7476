/**
 * Maximum default number of workers. Each keeps complete clusters and a database server in memory;
 * an option can set more.
 */
const maxDefaultWorkers = 8;
/**
 * Minimum number of scenarios per worker. A worker has to load all modules first, which takes
 * longer than running fewer scenarios.
 */
const minScenariosEach = 12;

/**
 * Workers per core on live stages. A live worker waits for other programs and timers a third of its
 * time.
 */
const liveWorkersPerCore = 1.5;

/** Inputs for the number of workers. */
export type Workload = Readonly<{
  requested: number | undefined;
  scenarios: number;
  cores: number;
  /** True on live stages, where scenarios wait for real servers and time. */
  isLive: boolean;
}>;

/**
 * Returns the number of scenarios to run at the same time: the requested number, or enough to keep
 * the cores busy. Never more than there are scenarios.
 */
export function workersFor({ requested, scenarios, cores, isLive }: Workload): number {
  if (requested !== undefined) return Math.min(requested, scenarios);
  const busy = isLive ? Math.ceil(cores * liveWorkersPerCore) : cores;
  return Math.max(1, Math.min(busy, maxDefaultWorkers, Math.floor(scenarios / minScenariosEach)));
}
