import { expand } from "./expand.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import { type ProfileName, profiles } from "./profile.ts";

const [from, to, name = "usual"] = process.argv.slice(2);
const began = performance.now();
let n = 0;
for (let seed = Number(from); seed <= Number(to); seed++) {
  const t = performance.now();
  const schedule = expand(seed, profiles[name as ProfileName]);
  try {
    const r = await judgeSchedule(schedule);
    console.log(
      seed,
      r.verdict,
      r.events,
      Math.round(r.virtualMilliseconds),
      Math.round(performance.now() - t),
      "ms",
      JSON.stringify(r.broken),
    );
  } catch (e) {
    console.log(seed, "CRASH", e);
  }
  n++;
}
console.log(n / ((performance.now() - began) / 1000), "per second");
