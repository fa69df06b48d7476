import type { Checker, Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import type { ExampleLine } from "#harness/checkers/example.ts";
import { Roles } from "#harness/checkers/models/roles.ts";
import { SecretLog } from "#harness/checkers/models/secret-log.ts";
import { type Event, eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";

const heading: Heading = {
  ...{ history: historyVersion, by: "an example", stage: "simulated", play: "an example" },
  ...{ clusters: [], sees: eventTypes },
};

/** `sees` are the event types that the history claims to record. */
export function judged(
  checker: Checker,
  lines: readonly ExampleLine[],
  sees: readonly Event["type"][] = eventTypes,
): Judgement {
  const events = eventsOf(lines);
  const clusters = [
    ...new Set(events.flatMap((event) => ("cluster" in event && event.cluster ? [event.cluster] : []))),
  ];
  const run = new CheckerRun({ ...heading, clusters, sees }, [checker]);
  for (const event of events) run.take(event);
  const [judgement] = run.end();
  if (!judgement) throw new Error("a run of one checker has no judgement");
  return judgement;
}

function eventsOf(lines: readonly ExampleLine[]): readonly Event[] {
  const events: Event[] = [];
  const last = { request: 0, frame: 0 };
  for (const [seconds, ...parts] of lines) {
    for (const part of parts) {
      const seq = events.length + 1;
      if (part.type === "request" || part.type === "frame") last[part.type] = seq;
      const cause = part.type === "answer" ? last.request : part.type === "arrival" ? last.frame : undefined;
      events.push({ ...part, ...(cause === undefined ? {} : { cause }), seq, at: seconds * 1000 } as Event);
    }
  }
  return events;
}

/** Returns the types of the events that a checker, or a model that it uses, handles. */
export function listensTo(checker: Checker): ReadonlySet<Event["type"]> {
  const types = new Set<Event["type"]>();
  const add = (...added: readonly Event["type"][]) => {
    for (const type of added) types.add(type);
  };
  const nothing = () => undefined;
  const judge = checker.judge({
    ...{ heading, broken: nothing, undecided: nothing, time: () => "" },
    models: {
      get roles() {
        add("request", "answer", "frame", "fault");
        return new Roles();
      },
      get secrets() {
        add("request", "answer");
        return new SecretLog();
      },
    },
  });
  if (judge.answered) add("request", "answer");
  add(...(Object.keys(judge.on ?? {}) as Event["type"][]));
  return types;
}
