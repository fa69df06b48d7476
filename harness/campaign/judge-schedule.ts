import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import type { Listener } from "#harness/history/history.ts";
import { Endless } from "#harness/simulation/scheduler.ts";
import type { Action } from "./action.ts";
import { headingOf } from "./heading-of.ts";
import { play } from "./play.ts";
import type { Schedule } from "./schedule.ts";
import { openCampaignWorld } from "./simulated-world.ts";
import { Sometimes } from "./sometimes.ts";

/** A violation: the broken rule, the number of an event that shows this, and an explanation for people. */
export type Broken = Readonly<{ checker: string; event: number; sentence: string }>;

export type Result = Readonly<{
  verdict: "held" | "broken" | "undecided";
  broken: readonly Broken[];
  undecided: readonly string[];
  sometimes: Readonly<Record<string, number>>;
  /** Operations by which the operator repaired the replication set after all faults had ended. */
  repairs: readonly Action[];
  events: number;
  virtualMilliseconds: number;
}>;

/** Name of a rule that is judged without a checker: after all faults have ended, the clusters recover. */
const settles = "once all is healed, all settles";

/** Plays a schedule in a new simulated world and judges its history. `listeners` receive the events. */
export async function judgeSchedule(schedule: Schedule, listeners: readonly Listener[] = []): Promise<Result> {
  const checkerRun = new CheckerRun(headingOf(schedule), checkers);
  const sometimes = new Sometimes();
  let events = 0;
  const count: Listener = (event) => {
    events = event.seq;
  };
  const world = await openCampaignWorld(schedule, [checkerRun.take, sometimes.take, count, ...listeners]);
  let unsettled: string | undefined;
  let repairs: readonly Action[] = [];
  let virtualMilliseconds = 0;
  try {
    await using _ = world;
    ({ unsettled, repairs, virtualMilliseconds } = await play(world, schedule));
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    unsettled ??= `a cluster does not stop: ${error.message}`;
  }
  world.end();
  const judgements = checkerRun.end();
  const broken = judgements.flatMap(brokenBy);
  if (unsettled !== undefined) broken.push({ checker: settles, event: events, sentence: unsettled });
  const undecided = judgements.flatMap((one) =>
    one.verdict === "undecided" ? [`${one.checker}: ${one.sentence}`] : [],
  );
  return {
    verdict: broken.length > 0 ? "broken" : undecided.length > 0 ? "undecided" : "held",
    broken,
    undecided,
    sometimes: sometimes.counts,
    repairs,
    events,
    virtualMilliseconds,
  };
}

function brokenBy(one: Judgement): readonly Broken[] {
  return one.verdict === "broken" ? [{ checker: one.checker, event: one.event, sentence: one.sentence }] : [];
}
