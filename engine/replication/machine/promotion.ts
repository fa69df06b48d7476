import type { ProblemCode } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import { hangUp } from "./connection.ts";
import { acceptedWith, refusal, type Turn } from "./effects.ts";
import type { LogSpan } from "./entry.ts";
import { type History, historyThrough, latestEpoch, withEra } from "./history.ts";
import { dismissals } from "./secondary-progress.ts";
import type { Primary, Secondary } from "./state.ts";

/** Makes a secondary the primary: it keeps its data, begins an era, and knows no secondaries. `era` is the id of the era. */
export function promoted(
  state: Secondary,
  { force, era, address }: Readonly<{ force: boolean; era: string; address: string }>,
  now: Instant,
): Turn {
  const danger = force ? undefined : dangerOf(state);
  if (danger) return refusal(state, danger.code, danger.message);
  const { record } = state;
  const log = settledLog(state);
  const settled = isSettled(record, state.log);
  const past: History = settled ? historyThrough(record.history, log.last) : [];
  // After half a copy nobody can say what the data have: they count as they are, and everybody is copied over.
  const filtered = settled ? record.filtered : [];
  const history = withEra(past, { epoch: latestEpoch(record.history) + 1, id: era, after: log.last });
  const next: Primary = {
    role: "primary",
    record: { set: record.set, cluster: record.cluster, filtered, history, address, secondaries: [] },
    log,
    secondaries: [],
    beatAt: now,
  };
  return [
    next,
    {
      send: [...hangUp(state, "promoted"), ...dismissals(state.secondaries, "the primary is demoted")],
      apply: ["leadership"],
      remarks: [{ level: "info", event: "promoted", facts: { force, index: log.last } }],
      verdict: acceptedWith(
        "This cluster is the primary now. Other secondaries need new activation tokens to replicate from it.",
      ),
    },
  ];
}

/** Why promoting now could lose what was written, or make a second primary (choices.md, "Which safety checks promotion makes"). */
function dangerOf({ record, connection }: Secondary): Readonly<{ code: ProblemCode; message: string }> | undefined {
  if (record.data.phase === "complete") return undefined;
  if (connection.phase === "connected") {
    return {
      code: "refused",
      message: "the primary is connected and has not been demoted; demote it first or provide the force argument",
    };
  }
  return {
    code: "unavailable",
    message: "replication is still catching up, try again later or provide the force argument",
  };
}

/**
 * The log that a cluster goes on with when it stops replicating. After half a copy, or before the log has caught up with one, the data
 * are no state that the log could tell of: then a number is left out. So nobody continues from before it, and each secondary is
 * copied over.
 */
export function settledLog({ record, log }: Secondary): LogSpan {
  if (isSettled(record, log)) return log;
  const last = Math.max(record.data.reach, log.last) + 1;
  return { first: last + 1, last };
}

/** Whether the data are a state that the log tells of: no copy is under way, and the log has caught up with the last one. */
export function isSettled({ data }: Secondary["record"], { last }: LogSpan): boolean {
  return data.phase !== "copying" && data.reach <= last;
}
