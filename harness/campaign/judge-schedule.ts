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

/** What broke a run: the first event that shows it, and a sentence for people. */
export type Broken = Readonly<{ checker: string; event: number; sentence: string }>;

/** What came of one schedule. */
export type Result = Readonly<{
  verdict: "held" | "broken" | "undecided";
  broken: readonly Broken[];
  /** Why it is undecided, for people. */
  undecided: readonly string[];
  /** How often each thing that a campaign wants to reach was reached. */
  sometimes: Readonly<Record<string, number>>;
  /** What the operator did once all was healed. */
  repairs: readonly Action[];
  events: number;
  virtualMilliseconds: number;
}>;

/** The rule that belongs to no checker: once all is healed, every cluster is well again (liveness). */
const settles = "once all is healed, all settles";

/** Plays a schedule in a new simulated world and has it judged. `listeners` are told of every event, too. */
export async function judgeSchedule(schedule: Schedule, listeners: readonly Listener[] = []): Promise<Result> {
  const bench = new CheckerRun(headingOf(schedule), checkers);
  const sometimes = new Sometimes();
  let events = 0;
  const count: Listener = (event) => {
    events = event.seq;
  };
  const world = await openCampaignWorld(schedule, [bench.take, sometimes.take, count, ...listeners]);
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
  const judgements = bench.end();
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
