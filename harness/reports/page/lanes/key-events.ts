import { commandOf, fieldsOf } from "#harness/checkers/models/operator-command.ts";
import type { Event, EventOf } from "#harness/history/event.ts";

const maxBefore = 8;

/** An event that may explain a later one. `at` is in milliseconds since 1970; `seq` is the number of the event. */
export type KeyEvent = Readonly<{ at: number; seq: number; text: string }>;

/**
 * Returns the last `count` events up to number `until` that may explain a failure, such as replication commands,
 * warnings, faults and crashes. Equal warnings, and equal unsuccessful commands, may be merged.
 */
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
      const text = describe(event, { answers, faults });
      return text === undefined ? [] : [{ at: event.at, seq: event.seq, text, mayRepeat: mayRepeat(event, answers) }];
    });
  return folded(points).slice(-count);
}

type Point = KeyEvent & Readonly<{ mayRepeat: boolean }>;

/**
 * Merges equal events that may repeat, unless an event that may not repeat is between them. Appends the number of
 * merged events.
 */
function folded(points: readonly Point[]): readonly KeyEvent[] {
  const kept: Readonly<{ point: Point; count: number; last: number }>[] = [];
  let places = new Map<string, number>();
  for (const point of points) {
    if (!point.mayRepeat) places = new Map();
    const place = places.get(point.text);
    const before = place === undefined ? undefined : kept[place];
    if (place !== undefined && before) kept[place] = { ...before, count: before.count + 1, last: point.seq };
    else {
      if (point.mayRepeat) places.set(point.text, kept.length);
      kept.push({ point, count: 1, last: point.seq });
    }
  }
  return kept.map(({ point: { at, seq, text }, count, last }) => {
    return { at, seq, text: count > 1 ? `${text} (${count} times, last at event ${last})` : text };
  });
}

type Known = Readonly<{
  answers: ReadonlyMap<number, EventOf<"answer">>;
  faults: ReadonlyMap<number, EventOf<"fault">>;
}>;

function mayRepeat(event: Event, answers: Known["answers"]): boolean {
  return event.type === "log" || (event.type === "request" && answers.get(event.seq)?.outcome !== "ok");
}

function describe(event: Event, { answers, faults }: Known): string | undefined {
  switch (event.type) {
    case "request":
      return describeCommand(event, answers.get(event.seq));
    case "fault":
      return `${event.kind}: ${event.parties.join(" and ")}`;
    case "heal": {
      const kind = faults.get(event.cause ?? 0)?.kind;
      return `${kind === undefined ? "all" : kind} is over: ${event.parties.join(" and ")}`;
    }
    case "log":
      return event.level === "warn" ? describeWarning(event) : undefined;
    case "crash":
      return `${event.cluster} was killed`;
    case "start":
      return `${event.cluster} was started`;
    default:
      return undefined;
  }
}

function describeCommand(request: EventOf<"request">, answer: EventOf<"answer"> | undefined): string | undefined {
  const { command, cluster, force, id } = commandOf({ request }) ?? {};
  if (command === undefined || command === "secondary token") return undefined;
  const outcome = describeOutcome(answer);
  const about = [id ?? "", command === "filter" ? describeFilter(request) : ""].filter((text) => text !== "").join(" ");
  return `${cluster}: ${command}${about === "" ? "" : ` ${about}`}${force ? " by force" : ""}, ${outcome}`;
}

const maxReason = 300;

function describeOutcome(answer: EventOf<"answer"> | undefined): string {
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

function describeFilter({ body }: EventOf<"request">): string {
  const { mode, paths } = fieldsOf(body);
  return typeof mode === "string" && Array.isArray(paths) ? `to ${mode} ${paths.join(" ")}` : "";
}

function describeWarning({ cluster, message, facts }: EventOf<"log">): string {
  const shown = Object.entries(facts ?? {}).filter(([, value]) => value !== "");
  return `${cluster} warned: ${[message, ...shown.map(([name, value]) => `${name} ${value}`)].join(", ")}`;
}
