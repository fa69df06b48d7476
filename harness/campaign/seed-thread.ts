import { parentPort, workerData } from "node:worker_threads";
import { compareTwice } from "./compare-twice.ts";
import { encapsulate } from "./encapsulate.ts";
import { expand } from "./expand.ts";
import { judgeDigested } from "./judge-digested.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import type { Profile } from "./profile.ts";
import type { Encapsulated, Judged, Repeated, Task } from "./run-seeds.ts";
import { seededOnly } from "./seeded-only.ts";

seededOnly();
const profile = workerData as Profile;

parentPort?.on("message", async (task: Task) => {
  parentPort?.postMessage(await done(task));
});

function done(task: Task): Promise<Judged | Repeated | Encapsulated> {
  switch (task.do) {
    case "judge":
      return judged(task);
    case "repeat":
      return repeated(task.seed, task.digest);
    case "encapsulate":
      return encapsulated(task);
  }
}

async function judged({ seed, isDigested }: Extract<Task, { do: "judge" }>): Promise<Judged> {
  try {
    const schedule = expand(seed, profile);
    if (!isDigested) return { seed, result: await judgeSchedule(schedule) };
    const { digest, ...result } = await judgeDigested(schedule);
    return { seed, result, digest };
  } catch (error) {
    return { seed, trouble: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function repeated(seed: number, digest: string): Promise<Repeated> {
  const schedule = expand(seed, profile);
  const { digest: other } = await judgeDigested(schedule);
  if (other === digest) return { seed, difference: undefined };
  const differs = { seq: 0, one: `a history of the digest ${digest}`, other: `a history of the digest ${other}` };
  return { seed, difference: (await compareTwice(schedule)) ?? differs };
}

async function encapsulated({ seed, wanted, shrinks }: Extract<Task, { do: "encapsulate" }>): Promise<Encapsulated> {
  return { seed, capsule: await encapsulate(expand(seed, profile), { ...wanted, shrinks }) };
}
