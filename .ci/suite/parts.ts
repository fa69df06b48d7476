import { playClients } from "../clients/play.ts";
import { playExamples } from "../examples/play.ts";
import { fuzz } from "../fuzz/fuzz.ts";
import { playHostile } from "../hostile/play.ts";
import { playCampaign } from "./campaign.ts";
import { checkoutRoot } from "./checkout-root.ts";
import type { Outcome } from "./count.ts";
import { rehearse } from "./run-understudy.ts";
import { runTestFiles } from "./test-files.ts";

export type Part = Readonly<{ title: string; run: () => Promise<Outcome> }>;

const modules = "{engine,cluster,harness,scenarios,bin,bench,kit,mutants,.ci}";
/** Seed of simulated runs. It is fixed, so that failures are reproducible. */
const seed = "20261121";

/**
 * Arguments that select the scenarios of the core and of failover that kill or partition clusters or start them
 * uninitialised. They are played on each store.
 */
const onStores = [
  "features/core",
  "features/failover",
  ...["--databases", "embedded"],
  ...["--tags", "@needs-restart or @untouched or @needs-partition"],
];

const needsCloud = "@needs-cloud";

const needsDatabase = "@needs-database";

const ofNoProduct = "not @needs-mariadb and not @needs-redis and not @needs-simulated and not @needs-database-tls";

function playOn(product: "mariadb" | "redis", databases: "programs" | "containers"): Promise<Outcome> {
  const report = ["--report", `report/${product}-${databases}`];
  const servers = ["--product", product, "--databases", databases, "--tags", ofNoProduct];
  return rehearse("features/database", ...servers, ...report);
}

export const parts: Readonly<Record<string, Part>> = {
  unit: { title: "unit tests", run: () => runTestFiles(checkoutRoot, `${modules}/**/*.test.ts`) },
  simulated: {
    title: "scenarios on the simulated stage",
    run: () => rehearse("--stage", "simulated", "--seed", seed, "--report", "report/simulated"),
  },
  "live-embedded": {
    title: "database scenarios on the live stage, on the embedded server",
    run: () =>
      rehearse(
        ...["--stage", "live", "--databases", "embedded"],
        ...["--tags", needsDatabase, "--report", "report/live-embedded"],
      ),
  },
  "live-sqlite": {
    title: "scenarios on the live stage, stored in SQLite",
    run: () => rehearse(...onStores, "--store", "sqlite", "--report", "report/live-sqlite"),
  },
  "live-postgres": {
    title: "scenarios on the live stage, stored in PostgreSQL",
    run: () => rehearse(...onStores, "--store", "postgres", "--report", "report/live-postgres"),
  },
  campaign: { title: "random worlds, checked by all checkers", run: playCampaign },
  examples: { title: "examples of the README and the documents, typed with curl", run: playExamples },
  fuzz: { title: "fuzzing by OpenAPI", run: fuzz },
  hostile: { title: "hostile input in every field, with its cost", run: playHostile },
  "container-tests": {
    title: "tests that need containers",
    run: () => runTestFiles(checkoutRoot, `${modules}/**/*.containertest.ts`),
  },
  containers: {
    title: "cloud scenarios on the live stage, with LocalStack and containers",
    run: () =>
      rehearse(
        ...["--databases", "containers", "--cloud", "localstack"],
        ...["--tags", needsCloud, "--report", "report/containers"],
      ),
  },
  "live-mariadb": {
    title: "database scenarios on the live stage, on MariaDB",
    run: () => playOn("mariadb", "programs"),
  },
  "live-redis": {
    title: "database scenarios on the live stage, on Redis",
    run: () => playOn("redis", "programs"),
  },
  "container-mariadb": {
    title: "database scenarios on the live stage, on MariaDB in a container",
    run: () => playOn("mariadb", "containers"),
  },
  "container-redis": {
    title: "database scenarios on the live stage, on Redis in a container",
    run: () => playOn("redis", "containers"),
  },
  clients: { title: "unmodified client libraries", run: playClients },
};
