import { parentPort, workerData } from "node:worker_threads";
import { expand } from "./expand.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import { type ProfileName, profiles } from "./profile.ts";
import type { SeedResult } from "./run-seeds.ts";
import { seededOnly } from "./seeded-only.ts";

seededOnly();
const profile = profiles[workerData as ProfileName];

parentPort?.on("message", async (seed: number) => {
  let told: SeedResult;
  try {
    told = { seed, result: await judgeSchedule(expand(seed, profile)) };
  } catch (error) {
    told = { seed, trouble: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(told);
});
