const maxDefaultWorkers = 8;
/** Minimum number of scenarios per worker by default, because each worker must load all modules first. */
const minScenariosEach = 12;

const liveWorkersPerCore = 1.5;

export type Workload = Readonly<{
  requested: number | undefined;
  scenarios: number;
  cores: number;
  isLive: boolean;
}>;

export function workersFor({ requested, scenarios, cores, isLive }: Workload): number {
  if (requested !== undefined) return Math.min(requested, scenarios);
  const busy = isLive ? Math.ceil(cores * liveWorkersPerCore) : cores;
  return Math.max(1, Math.min(busy, maxDefaultWorkers, Math.floor(scenarios / minScenariosEach)));
}
