import type { Event, EventOf } from "./event.ts";

/**
 * Formats events as lines of a trace. Lines of frames have the parties, kind, size and digest, but not the contents.
 */
export class TraceView {
  readonly #began: number;
  /**
   * Frames in transit, by event number. The trace gets a line of a frame only when the frame is
   * delivered, lost or dropped.
   */
  readonly #inTransit = new Map<number, EventOf<"frame">>();

  /**
   * `began` is the time at which the stage began, in milliseconds since 1970. Times in the trace are relative to it.
   */
  constructor(began: number) {
    this.#began = began;
  }

  /** Returns the trace line of an event, without a line break, or undefined if the event adds no line. */
  line(event: Event): string | undefined {
    const facts = this.#facts(event);
    return facts && JSON.stringify({ at: Math.round((event.at - this.#began) * 1000) / 1000, ...facts });
  }

  #facts(event: Event): Readonly<Record<string, unknown>> | undefined {
    switch (event.type) {
      case "frame":
        this.#inTransit.set(event.seq, event);
        return undefined;
      case "arrival":
        return this.#arrived(event);
      case "fault":
        return { event: event.kind, parties: event.parties };
      case "heal":
        return { event: "healed", parties: event.parties };
      case "crash":
        return { event: "killed", cluster: event.cluster };
      case "failpoint":
        return { event: "at", cluster: event.cluster, place: event.place };
      case "log":
        return { event: "log", cluster: event.cluster, level: event.level, what: event.message, ...event.facts };
      default:
        return undefined;
    }
  }

  #arrived({ cause, fate }: EventOf<"arrival">): Readonly<Record<string, unknown>> | undefined {
    const frame = this.#inTransit.get(cause);
    this.#inTransit.delete(cause);
    if (!frame) return undefined;
    const { from, to, kind, size, digest } = frame;
    return { event: fate, from, to, kind, size, digest };
  }
}
