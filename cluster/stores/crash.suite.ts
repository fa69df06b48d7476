import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { hashedFraction } from "./crash-batches.suite.ts";
import { type ChildRun, maxInFlight } from "./crash-child.suite.ts";

const program = fileURLToPath(new URL("./crash-child.suite.ts", import.meta.url));

export type Crashes = Readonly<{
  acknowledged: number;
  beforeReading: number;
  /** Number of processes after which the store contained batches whose commit had not resolved. */
  savedUnacknowledged: number;
}>;

/**
 * Runs `count` child processes on one store, one after another. Each is killed at a time that
 * depends on `seed`. Checks that each one that could read the store found all batches that were
 * acknowledged before, and no partial batch.
 */
export async function crash(
  place: ChildRun["place"],
  { seed, count }: Readonly<{ seed: string; count: number }>,
): Promise<Crashes> {
  let crashes: Crashes = { acknowledged: 0, beforeReading: 0, savedUnacknowledged: 0 };
  let acknowledgedSoFar = 0;
  for (let number = 1; number <= count; number += 1) {
    const words = [seed, number];
    const childRun = await runChild(place, words);
    if (childRun.found === undefined) {
      crashes = { ...crashes, beforeReading: crashes.beforeReading + 1 };
      continue;
    }
    const title = `${seed}, life ${number}: `;
    expect(childRun.found, `${title}nothing acknowledged is lost`).to.be.at.least(acknowledgedSoFar);
    expect(childRun.found, `${title}nothing is present that was not written`).to.be.at.most(
      acknowledgedSoFar + maxInFlight,
    );
    if (childRun.found > acknowledgedSoFar)
      crashes = { ...crashes, savedUnacknowledged: crashes.savedUnacknowledged + 1 };
    acknowledgedSoFar = childRun.acknowledged ?? childRun.found;
    crashes = { ...crashes, acknowledged: crashes.acknowledged + acknowledgedSoFar - childRun.found };
  }
  return crashes;
}

/** Runs a child process until it is killed. Returns the numbers that it printed. Rejects if it ended without a kill. */
async function runChild(place: ChildRun["place"], words: readonly (string | number)[]) {
  const acknowledged = Math.floor(hashedFraction("acknowledged", ...words) * 40);
  const byItself = hashedFraction("by itself", ...words) < 0.5;
  const childRun: ChildRun = {
    place,
    selfKill: byItself ? { acknowledged, microseconds: Math.floor(hashedFraction("spin", ...words) * 400) } : null,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(childRun)], { stdio: ["ignore", "pipe", "inherit"] });
  const reported: { found?: number; acknowledged?: number } = {};
  const ended = once(child, "close");
  const kill = () => child.kill("SIGKILL");
  // Some are killed before they have read the store.
  const killEarly = !byItself && hashedFraction("young", ...words) < 0.2;
  const early = killEarly ? passed(30 + hashedFraction("early", ...words) * 120).then(kill) : undefined;
  const late = hashedFraction("late", ...words) * 2;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [verb, number] = line.split(" ");
    if (verb === "found") reported.found = Number(number);
    else reported.acknowledged = Math.max(reported.acknowledged ?? 0, Number(number));
    const writes = (reported.acknowledged ?? reported.found ?? 0) - (reported.found ?? 0);
    if (!byItself && !killEarly && writes >= acknowledged) void passed(late).then(kill);
  });
  const [code, signal] = await ended;
  await early;
  if (signal !== "SIGKILL") throw new Error(`a child process ended by itself with exit code ${code}`);
  return reported;
}
