// Plays capsules and prints the rules that their histories break, as JSON by file: `node mutants/known-bugs/main.ts
// FILE…`.
import { readFileSync } from "node:fs";
import { readCapsule } from "#harness/campaign/capsule.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";

const found: Record<string, readonly string[]> = {};
for (const file of process.argv.slice(2)) {
  const { broken } = await judgeSchedule(readCapsule(readFileSync(file, "utf8")).schedule);
  found[file] = broken.map(({ checker }) => checker);
}
process.stdout.write(JSON.stringify(found));
