import { type Event, eventTypes, historyVersion, type NewEvent } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { CheckerRun } from "./checker-run.ts";

type VerdictOptions = Readonly<{
  /** Names of the clusters. Default: Oslo and Lima. */
  clusters?: readonly string[];
  /**
   * Returns the time, in milliseconds, of the event at a position. Default: one event each second,
   * starting at 1000.
   */
  at?: (index: number) => number;
}>;

/** Returns the verdict on a simulated history. A response with `cause` 0 belongs to the event directly before it. */
export function verdictOf(
  checker: Checker,
  events: readonly NewEvent[],
  { clusters = ["Oslo", "Lima"], at = (index) => (index + 1) * 1000 }: VerdictOptions = {},
): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const run = new CheckerRun({ ...heading, clusters, sees: eventTypes }, [checker]);
  for (const [index, event] of events.entries()) {
    const cause = event.type === "answer" && event.cause === 0 ? { cause: index } : {};
    run.take({ ...event, ...cause, seq: index + 1, at: at(index) } as Event);
  }
  return run.end()[0]?.verdict ?? "";
}
