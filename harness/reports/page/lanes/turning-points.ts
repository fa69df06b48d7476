import { commandOf, fieldsOf } from "#harness/checkers/models/operator-command.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

/** More are not read before the picture is looked at. */
const maxBefore = 8;

/** Something that changed what clusters are or can reach, when, and as words. */
export type TurningPoint = Readonly<{ at: number; seq: number; told: string }>;

/** The last turning points up to the event `until`, at most `count` of them: what operators had clusters do, of what clusters warned, what failed and was healed, crashes and starts. */
export function turningPoints(events: readonly Event[], until: number, count = maxBefore): readonly TurningPoint[] {
  const answers = new Map<number, EventOf<"answer">>();
  const faults = new Map<number, EventOf<"fault">>();
  for (const event of events) {
    if (event.type === "answer") answers.set(event.cause, event);
    if (event.type === "fault") faults.set(event.seq, event);
  }
  return events
    .filter(({ seq }) => seq <= until)
    .flatMap((event) => {
      const told = toldOf(event, { answers, faults });
      return told === undefined ? [] : [{ at: event.at, seq: event.seq, told }];
    })
    .slice(-count);
}

type Known = Readonly<{
  answers: ReadonlyMap<number, EventOf<"answer">>;
  faults: ReadonlyMap<number, EventOf<"fault">>;
}>;

function toldOf(event: Event, { answers, faults }: Known): string | undefined {
  switch (event.type) {
    case "request":
      return commandTold(event, answers.get(event.seq));
    case "fault":
      return `${event.kind}: ${event.parties.join(" and ")}`;
    case "heal": {
      const kind = faults.get(event.cause ?? 0)?.kind;
      return `${kind === undefined ? "all" : kind} is over: ${event.parties.join(" and ")}`;
    }
    case "log":
      return event.level === "warn" ? warningTold(event) : undefined;
    case "crash":
      return `${event.cluster} was killed`;
    case "start":
      return `${event.cluster} was started`;
    default:
      return undefined;
  }
}

/** What an operator told a cluster, and what came of it; undefined for other requests. */
function commandTold(request: EventOf<"request">, answer: EventOf<"answer"> | undefined): string | undefined {
  const { command, cluster, force, id } = commandOf({ request }) ?? {};
  if (command === undefined || command === "secondary token") return undefined;
  const outcome = answer?.outcome === "ok" ? "done" : answer?.outcome === "fail" ? "refused" : "no answer";
  const about = [id ?? "", command === "filter" ? filterTold(request) : ""].filter((text) => text !== "").join(" ");
  return `${cluster}: ${command}${about === "" ? "" : ` ${about}`}${force ? " by force" : ""}, ${outcome}`;
}

function filterTold({ body }: EventOf<"request">): string {
  const { mode, paths } = fieldsOf(body);
  return typeof mode === "string" && Array.isArray(paths) ? `to ${mode} ${paths.join(" ")}` : "";
}

function warningTold({ cluster, message, facts }: EventOf<"log">): string {
  const told = Object.entries(facts ?? {}).filter(([, value]) => value !== "");
  return `${cluster} warned: ${[message, ...told.map(([name, value]) => `${name} ${value}`)].join(", ")}`;
}
