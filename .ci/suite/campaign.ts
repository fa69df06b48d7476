import { z } from "zod";
import { judge, type Outcome } from "./count.ts";
import { runUnderstudy } from "./run-understudy.ts";

const seeds = "1..300";

const campaignOutput = z.object({
  seeds: z.number(),
  held: z.number(),
  broken: z.array(z.object({ seed: z.number(), checker: z.string(), sentence: z.string() })),
  undecided: z.array(z.number()),
  sometimes: z.record(z.string(), z.number()),
});

/** Plays random worlds. Each world and each goal counts as one check. A goal that was never reached has failed. */
export async function playCampaign(): Promise<Outcome> {
  const { output, ending } = await runUnderstudy([
    "simulate",
    "--seeds",
    seeds,
    "--json",
    "--report",
    "report/campaign",
  ]);
  const parsed = campaignOutput.safeParse(JSON.parse(output || "null"));
  if (!parsed.success) return judge(undefined, ending);
  const { held, broken, undecided, sometimes, seeds: played } = parsed.data;
  for (const { seed, checker, sentence } of broken) process.stdout.write(`seed ${seed}: ${checker}: ${sentence}\n`);
  if (undecided.length > 0) process.stdout.write(`undecided: seeds ${undecided.join(", ")}\n`);
  const counts = Object.entries(sometimes);
  const never = counts.filter(([, count]) => count === 0);
  for (const [name] of never) process.stdout.write(`never reached: ${name}\n`);
  const reached = counts.length - never.length;
  return judge({ passed: held + reached, failed: played - held + never.length }, ending);
}
