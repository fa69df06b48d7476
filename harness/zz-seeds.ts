import { expand } from "#harness/campaign/expand.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";
import { profiles } from "#harness/campaign/profile.ts";
const [name = "usual", from = "1", to = "20"] = process.argv.slice(2);
const t0 = process.cpuUsage().user;
for (let seed = Number(from); seed <= Number(to); seed++) {
  try {
    const r = await judgeSchedule(expand(seed, (profiles as any)[name]));
    if (r.verdict !== "held") console.log(name, seed, r.verdict, JSON.stringify(r.broken).slice(0, 500), r.undecided.join(";").slice(0,200));
  } catch (e) { console.log(name, seed, "TROUBLE", e); }
}
console.log(name, from, to, "cpu", (process.cpuUsage().user - t0) / 1e6);
