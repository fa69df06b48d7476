import { playClients } from "../clients/play.ts";
import { playExamples } from "../examples/play.ts";
import { fuzz } from "../fuzz/fuzz.ts";
import type { Outcome } from "./count.ts";
import { house } from "./house.ts";
import { rehearse } from "./rehearsal.ts";
import { runTestFiles } from "./test-files.ts";

/** A part of the suite, for people and to be run. */
export type Part = Readonly<{ title: string; run: () => Promise<Outcome> }>;

const rooms = "{engine,cluster,harness,scenarios,bin,bench,mutants,.ci}";
/** Any number would do; it is fixed so that a red run is red again. */
const seed = "20261121";

/** What becomes of clusters that are killed, sealed or cut off: nothing else depends on where they keep their state. */
const onStores = [
  "features/core",
  "features/failover",
  ...["--databases", "embedded"],
  ...["--tags", "@needs-restart or @untouched or @needs-partition"],
];

/** Every part there is, by the name it is asked for by. */
export const parts: Readonly<Record<string, Part>> = {
  unit: { title: "unit tests", run: () => runTestFiles(house, `${rooms}/**/*.test.ts`) },
  simulated: {
    title: "scenarios on the simulated stage",
    run: () => rehearse(house, ["--stage", "simulated", "--seed", seed, "--report", "report/simulated"]),
  },
  live: {
    title: "scenarios on the live stage",
    run: () => rehearse(house, ["--stage", "live", "--databases", "embedded", "--report", "report/live"]),
  },
  "live-sqlite": {
    title: "scenarios on the live stage, stored in SQLite",
    run: () => rehearse(house, [...onStores, "--store", "sqlite", "--report", "report/live-sqlite"]),
  },
  "live-postgres": {
    title: "scenarios on the live stage, stored in PostgreSQL",
    run: () => rehearse(house, [...onStores, "--store", "postgres", "--report", "report/live-postgres"]),
  },
  examples: { title: "examples of the README and the documents, typed with curl", run: playExamples },
  fuzz: { title: "fuzzing by OpenAPI", run: fuzz },
  "container-tests": {
    title: "tests that need containers",
    run: () => runTestFiles(house, `${rooms}/**/*.containertest.ts`),
  },
  containers: {
    title: "scenarios on the live stage with containers",
    run: () => rehearse(house, ["--databases", "containers", "--cloud", "localstack", "--report", "report/containers"]),
  },
  clients: { title: "unmodified client libraries", run: playClients },
};
