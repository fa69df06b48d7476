// Restores a known bug, plays worlds until one shows it, and writes its capsule: `node mutants/known-bugs/hunt.ts
// BUG-01 [FIRST..LAST] [RULE]`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v8Options } from "#bin/v8-options.js";
import { type Capsule, writeCapsule } from "#harness/campaign/capsule.ts";
import { encapsulate } from "#harness/campaign/encapsulate.ts";
import { expand } from "#harness/campaign/expand.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";
import { profiles } from "#harness/campaign/profiles.ts";
import { readSeedRange } from "#harness/campaign/seed-range.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import { changeVariable } from "../change.ts";
import { type KnownBug, knownBugs } from "./known-bugs.ts";

const isChanged = "UNDERSTUDY_HUNTS";
const hook = new URL("../mutate-on-load.ts", import.meta.url).href;

/**
 * Numbers of consecutive seeds with which a capsule must break the rule, in order of preference. With several, it is
 * likely to do so after changes of timing too.
 */
const seedsOfCapsule = [3, 1] as const;

const [id, range = "1..400", rule] = process.argv.slice(2);
const bug = knownBugs().find((one) => one.id === id);
const seeds = readSeedRange(range);
if (!bug || !seeds) {
  process.stderr.write(
    `hunt: the first argument must be one of ${knownBugs().map((one) => one.id)}, and the second a range of seeds\n`,
  );
  process.exitCode = 64;
} else if (process.env[isChanged]) process.exitCode = await hunt(bug, seeds);
else process.exitCode = inChangedProcess(bug);

function inChangedProcess({ change }: KnownBug): number {
  const folder = mkdtempSync(join(tmpdir(), "understudy-hunt-"));
  try {
    const words = [...v8Options, "--import", hook, ...process.argv.slice(1)];
    const variable = JSON.stringify({ ...change, marker: join(folder, "loaded") });
    const env = { ...process.env, [isChanged]: "1", [changeVariable]: variable };
    return spawnSync(process.execPath, words, { env, stdio: "inherit" }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function hunt({ profile, capsule: path }: KnownBug, range: NonNullable<typeof seeds>): Promise<number> {
  for (let seed = range.first; seed <= range.last; seed++) {
    const schedule = expand(seed, profiles[profile]);
    const { broken } = await judgeSchedule(schedule).catch(() => ({ broken: [] }));
    const found = broken.find(({ checker }) => rule === undefined || checker === rule);
    if (!found) continue;
    process.stdout.write(`seed ${seed}: ${found.checker}: ${found.sentence}\n`);
    const wanted = { checker: found.checker, release: packageVersion() };
    let capsule: Capsule | undefined;
    for (const seeds of seedsOfCapsule) capsule ??= await encapsulate(schedule, { ...wanted, seeds });
    if (!capsule) continue;
    writeFileSync(path, writeCapsule(capsule));
    process.stdout.write(
      `${capsule.schedule.actions.length} of ${schedule.actions.length} actions are left: ${path}\n`,
    );
    return 0;
  }
  process.stdout.write("no seed shows it\n");
  return 1;
}
