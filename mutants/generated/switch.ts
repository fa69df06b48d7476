/** The variables of Stryker's instrumented code, which decide at run time which mutant is active. */
type Switch = {
  activeMutant?: string | undefined;
  /** Name under which executed mutants are counted. While it is undefined, mutants count as static. */
  currentTestId?: string | undefined;
  mutantCoverage?: Coverage | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};

/** Number of executions of each mutant, by id: while modules were loaded, and by scenario. */
export type Coverage = Readonly<{
  static: Readonly<Record<string, number>>;
  perTest: Record<string, Readonly<Record<string, number>>>;
}>;

/** Executions of one mutant after which a run counts as an endless loop. The mutant throws then. */
const maxHits = 2_000_000;

const shared = globalThis as typeof globalThis & { __stryker__?: Switch };

function mutantSwitch(): Switch {
  shared.__stryker__ ??= {};
  return shared.__stryker__;
}

export function activate(mutant: string | undefined): void {
  Object.assign(mutantSwitch(), { activeMutant: mutant, hitCount: mutant && 0, hitLimit: maxHits });
}

/** Counts executed mutants for the scenario at `place` from now on. */
export function countFor(place: string): void {
  mutantSwitch().currentTestId = place;
}

/** Returns which mutants scenarios have executed since the last call, and which were executed while loading. */
export function takeCoverage(): Coverage {
  const { mutantCoverage } = mutantSwitch();
  if (!mutantCoverage) return { static: {}, perTest: {} };
  const { perTest } = mutantCoverage;
  const taken = { ...perTest };
  // The instrumented code keeps a reference to the object.
  for (const place of Object.keys(perTest)) delete perTest[place];
  return { static: mutantCoverage.static, perTest: taken };
}
