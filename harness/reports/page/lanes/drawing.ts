import type { Event, EventOf, Heading } from "#harness/history/event.ts";

/** Maximum number of drawn events, so that a page opens quickly. */
export const maxDrawn = 10_000;

/** Distance between two events, in pixels: minimum, addition per millisecond between the events, and maximum. */
const stride = { least: 5, perMillisecond: 2, most: 40 } as const;

/** Minimum width to the right of the focus, in pixels, so that the focus can be scrolled to the middle. */
const roomAfterFocus = 480;

/** Height of a lane, in pixels. */
export const laneHeight = 56;

/** Layout of a history: lanes from top to bottom, events from left to right. */
export class Drawing {
  readonly lanes: readonly string[];
  readonly events: readonly Event[];
  readonly focus: number | undefined;
  readonly #places = new Map<number, number>();
  readonly #bySeq = new Map<number, Event>();
  readonly width: number;
  readonly #began: number;

  /**
   * `focus` is the number of the event around which events are drawn. If undefined, drawing starts at the first event.
   * Times are relative to `began`, in milliseconds since 1970.
   */
  constructor({
    heading,
    events,
    focus,
    began,
  }: Readonly<{ heading: Heading; events: readonly Event[]; focus: number | undefined; began: number }>) {
    this.#began = began;
    const drawn = events.filter(isDrawn);
    const at = focus === undefined ? 0 : drawn.findIndex(({ seq }) => seq >= focus);
    const from = Math.max(0, Math.min((at < 0 ? drawn.length : at) - maxDrawn / 2, drawn.length - maxDrawn));
    this.events = drawn.slice(from, from + maxDrawn);
    this.focus = focus;
    let x = 2 * stride.most;
    let before = this.events[0]?.at ?? 0;
    for (const event of this.events) {
      x += Math.min(stride.most, stride.least + Math.max(0, event.at - before) * stride.perMillisecond);
      before = event.at;
      this.#places.set(event.seq, x);
      this.#bySeq.set(event.seq, event);
    }
    this.width = Math.max(x + 2 * stride.most, (this.x(focus) ?? 0) + roomAfterFocus);
    const named = new Set(this.events.flatMap(partiesOf));
    const clusters = heading.clusters.filter((one) => named.has(one));
    this.lanes = ["client", ...clusters, ...["database", "cloud"].filter((one) => named.has(one))];
  }

  /**
   * Returns the horizontal position of the event with this number, in pixels, or undefined if the event is not drawn.
   */
  x(seq: number | undefined): number | undefined {
    return seq === undefined ? undefined : this.#places.get(seq);
  }

  /** Returns the vertical middle of a party's lane, in pixels, or undefined if the party has no lane. */
  y(party: string): number | undefined {
    const lane = this.lanes.indexOf(party);
    return lane < 0 ? undefined : (lane + 0.5) * laneHeight;
  }

  /** Formats a time since the history began, such as "12.40 s". */
  time(at: number, digits = 2): string {
    return `${((at - this.#began) / 1000).toFixed(digits)} s`;
  }

  /** Formats the time and number of an event, such as "12.402 s, event 371", or "event 371" if it is not drawn. */
  moment(seq: number): string {
    const event = this.#bySeq.get(seq);
    return event === undefined ? `event ${seq}` : `${this.time(event.at, 3)}, event ${seq}`;
  }

  get height(): number {
    return this.lanes.length * laneHeight;
  }

  event<Type extends Event["type"]>(seq: number, type: Type): EventOf<Type> | undefined {
    const event = this.#bySeq.get(seq);
    return event?.type === type ? (event as EventOf<Type>) : undefined;
  }

  of<Type extends Event["type"]>(type: Type): readonly EventOf<Type>[] {
    return this.events.filter((event): event is EventOf<Type> => event.type === type);
  }
}

function isDrawn(event: Event): boolean {
  if (event.type === "frame") return event.from !== "client" && event.to !== "client";
  return !["failpoint", "canary", "survey", "end"].includes(event.type);
}

function partiesOf(event: Event): readonly string[] {
  switch (event.type) {
    case "frame":
      return [event.from, event.to];
    case "request":
    case "crash":
    case "log":
    case "role":
      return [event.cluster];
    case "statement":
    case "login":
      return ["database"];
    case "cloud":
      return ["cloud"];
    default:
      return [];
  }
}
