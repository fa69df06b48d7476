import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { localRunner } from "./local-runner.ts";

const openStage = JSON.stringify(new URL("../stages/open-stage.ts", import.meta.url).href);
const thread = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(${openStage}).then(async ({ closeStages, openStage }) => {
    const stage = await openStage(workerData, "a.feature:1");
    await stage.database.run(['CREATE ROLE "of worker ' + process.env.CUCUMBER_WORKER_ID + '"']);
    parentPort.postMessage("made");
    await new Promise((go) => parentPort.once("message", go));
    parentPort.postMessage(await stage.database.column("SELECT rolname FROM pg_roles WHERE rolname LIKE 'of worker%'"));
    await stage[Symbol.asyncDispose]();
    await closeStages();
    parentPort.close();
  });`;

test("a worker does not see database users of other workers", async () => {
  const options = {
    features: [],
    tags: "",
    report: "",
    workers: 2,
    stage: "live",
    databases: "embedded",
    product: "postgresql",
  } as const;
  const common = { ...options, cloud: "embedded", store: "memory" } as const;
  const report = await mkdtemp(join(tmpdir(), "understudy-report-"));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(report, { recursive: true }));
  const services = cleanUp.use(await localRunner.prepare(common, report));
  const workers = ["0", "1"].map(
    (id) =>
      new Worker(thread, {
        eval: true,
        env: { ...process.env, CUCUMBER_WORKER_ID: id },
        workerData: services.worldParameters,
      }),
  );
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const seen = workers.map((worker) => once(worker, "message"));
  const ended = workers.map((worker) => once(worker, "exit"));
  for (const worker of workers) worker.postMessage("go");
  expect(await Promise.all(seen)).to.deep.equal([[["of worker 0"]], [["of worker 1"]]]);
  await Promise.all(ended);
});
