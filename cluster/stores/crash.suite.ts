import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as passed } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type Life, maxInFlight } from "./crash-child.suite.ts";
import { chance } from "./crash-story.suite.ts";

const program = fileURLToPath(new URL("./crash-child.suite.ts", import.meta.url));

/** What came of lives that were ended by SIGKILL. */
export type Crashes = Readonly<{
  /** Batches that were acknowledged. */
  acknowledged: number;
  /** Lives that ended before they had read what was left. */
  beforeReading: number;
  /** Lives whose last writes held though they could no longer be acknowledged. */
  heldUnacknowledged: number;
}>;

/**
 * Has `count` processes write to one place, one after the other, and kills each at a moment that is drawn from `seed`: from outside,
 * or by itself right after it handed over a batch. Each finds what the one before acknowledged, and nothing half. The last one found
 * nothing wrong when it resolves.
 */
export async function crash(
  place: Life["place"],
  { seed, count }: Readonly<{ seed: string; count: number }>,
): Promise<Crashes> {
  let crashes: Crashes = { acknowledged: 0, beforeReading: 0, heldUnacknowledged: 0 };
  let sure = 0;
  for (let number = 1; number <= count; number += 1) {
    const words = [seed, number];
    const life = await livedThrough(place, words);
    if (life.found === undefined) {
      crashes = { ...crashes, beforeReading: crashes.beforeReading + 1 };
      continue;
    }
    const title = `${seed}, life ${number}: `;
    expect(life.found, `${title}nothing acknowledged is lost`).to.be.at.least(sure);
    expect(life.found, `${title}nothing is there that was not written`).to.be.at.most(sure + maxInFlight);
    if (life.found > sure) crashes = { ...crashes, heldUnacknowledged: crashes.heldUnacknowledged + 1 };
    sure = life.acknowledged ?? life.found;
    crashes = { ...crashes, acknowledged: crashes.acknowledged + sure - life.found };
  }
  return crashes;
}

/** What a process told before it was killed. Rejects when it ended in another way. */
async function livedThrough(place: Life["place"], words: readonly (string | number)[]) {
  const acknowledged = Math.floor(chance("acknowledged", ...words) * 40);
  const byItself = chance("by itself", ...words) < 0.5;
  const life: Life = {
    place,
    suicide: byItself ? { acknowledged, microseconds: Math.floor(chance("spin", ...words) * 400) } : null,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(life)], { stdio: ["ignore", "pipe", "inherit"] });
  const told: { found?: number; acknowledged?: number } = {};
  const ended = once(child, "close");
  const kill = () => child.kill("SIGKILL");
  // Some do not live to read what the last one left.
  const young = !byItself && chance("young", ...words) < 0.2;
  const early = young ? passed(30 + chance("early", ...words) * 120).then(kill) : undefined;
  const late = chance("late", ...words) * 2;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [verb, number] = line.split(" ");
    if (verb === "found") told.found = Number(number);
    else told.acknowledged = Math.max(told.acknowledged ?? 0, Number(number));
    const writes = (told.acknowledged ?? told.found ?? 0) - (told.found ?? 0);
    if (!byItself && !young && writes >= acknowledged) void passed(late).then(kill);
  });
  const [code, signal] = await ended;
  await early;
  if (signal !== "SIGKILL") throw new Error(`a life ended by itself: exit code ${code}`);
  return told;
}
