// Plays a capsule and writes the rules that its history breaks, as JSON: `node mutants/known-bugs/main.ts FILE`.
import { readFileSync } from "node:fs";
import { readCapsule } from "#harness/campaign/capsule.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";

const [file = ""] = process.argv.slice(2);
const { broken } = await judgeSchedule(readCapsule(readFileSync(file, "utf8")).schedule);
process.stdout.write(JSON.stringify(broken.map(({ checker }) => checker)));
