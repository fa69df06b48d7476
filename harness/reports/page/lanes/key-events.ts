import { commandOf, fieldsOf } from "#harness/checkers/models/operator-command.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

/** More are not read before the picture is looked at. */
const maxBefore = 8;

/** Something that changed what clusters are or can reach, when, and as words. */
export type KeyEvent = Readonly<{ at: number; seq: number; told: string }>;

/** The last turning points up to the event `until`, at most `count` of them: what operators had clusters do, of what clusters warned, what failed and was healed, crashes and starts. */
export function keyEvents(events: readonly Event[], until: number, count = maxBefore): readonly KeyEvent[] {
  const answers = new Map<number, EventOf<"answer">>();
  const faults = new Map<number, EventOf<"fault">>();
  for (const event of events) {
    if (event.type === "answer") answers.set(event.cause, event);
    if (event.type === "fault") faults.set(event.seq, event);
  }
  const points = events
    .filter(({ seq }) => seq <= until)
    .flatMap((event) => {
      const told = toldOf(event, { answers, faults });
      return told === undefined ? [] : [{ at: event.at, seq: event.seq, told, mayRepeat: mayRepeat(event, answers) }];
    });
  return folded(points).slice(-count);
}

/** A point that may come again and again: a warning, or a request that changed nothing. */
type Point = KeyEvent & Readonly<{ mayRepeat: boolean }>;

/** Points that may repeat are one where they are equal and nothing else came between them, such as a fault: where the first of them stands, with their number. */
function folded(points: readonly Point[]): readonly KeyEvent[] {
  const kept: Readonly<{ point: Point; count: number; last: number }>[] = [];
  let places = new Map<string, number>();
  for (const point of points) {
    if (!point.mayRepeat) places = new Map();
    const place = places.get(point.told);
    const before = place === undefined ? undefined : kept[place];
    if (place !== undefined && before) kept[place] = { ...before, count: before.count + 1, last: point.seq };
    else {
      if (point.mayRepeat) places.set(point.told, kept.length);
      kept.push({ point, count: 1, last: point.seq });
    }
  }
  return kept.map(({ point: { at, seq, told }, count, last }) => {
    return { at, seq, told: count > 1 ? `${told} (${count} times, last at event ${last})` : told };
  });
}

type Known = Readonly<{
  answers: ReadonlyMap<number, EventOf<"answer">>;
  faults: ReadonlyMap<number, EventOf<"fault">>;
}>;

function mayRepeat(event: Event, answers: Known["answers"]): boolean {
  return event.type === "log" || (event.type === "request" && answers.get(event.seq)?.outcome !== "ok");
}

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
  const outcome = outcomeTold(answer);
  const about = [id ?? "", command === "filter" ? filterTold(request) : ""].filter((text) => text !== "").join(" ");
  return `${cluster}: ${command}${about === "" ? "" : ` ${about}`}${force ? " by force" : ""}, ${outcome}`;
}

/** So much of a reason is shown, in characters. */
const maxReason = 300;

/** What the cluster answered: a 5xx is an answer, too, mostly with a reason, though what was asked for may have been done. */
function outcomeTold(answer: EventOf<"answer"> | undefined): string {
  if (answer?.outcome === "ok") return "done";
  if (answer === undefined || answer.status === null) return withReason("no answer", answer?.reason);
  const isRefused = answer.outcome === "fail" || answer.status === 503;
  return withReason(`${isRefused ? "refused" : "failed"} with ${answer.status}`, errorsIn(answer.body));
}

function withReason(what: string, reason: string | undefined): string {
  if (reason === undefined || reason === "") return what;
  return `${what}: ${reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason}`;
}

function errorsIn(body: unknown): string {
  const errors = typeof body === "object" && body !== null && "errors" in body ? body.errors : undefined;
  return Array.isArray(errors) ? errors.filter((one) => typeof one === "string").join("; ") : "";
}

function filterTold({ body }: EventOf<"request">): string {
  const { mode, paths } = fieldsOf(body);
  return typeof mode === "string" && Array.isArray(paths) ? `to ${mode} ${paths.join(" ")}` : "";
}

function warningTold({ cluster, message, facts }: EventOf<"log">): string {
  const told = Object.entries(facts ?? {}).filter(([, value]) => value !== "");
  return `${cluster} warned: ${[message, ...told.map(([name, value]) => `${name} ${value}`)].join(", ")}`;
}
