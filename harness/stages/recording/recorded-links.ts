import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Recorder } from "#harness/history/recorder.ts";

type End = {
  readonly cluster: string;
  other: End | undefined;
  /** Sent frames that have not arrived. `seq` is the event number, once the other end is known. */
  readonly inFlight: { readonly text: string; seq: number | undefined }[];
  isOpen: boolean;
};

/** Maximum number of stored frames of a connection whose other end is unknown, because it may be in another process. */
const maxUnknown = 64;

/**
 * Records frames between clusters of this process, before their encryption, and their arrival. The two ends of a
 * connection are found by their first frame. If several connections have the same first frame, the newest is chosen.
 */
export class RecordedLinks {
  readonly #recorder: Recorder;
  readonly #unpaired = new Set<End>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  over(link: Link, cluster: string): Link {
    return {
      ...link,
      dial: (address, credentials, listener) => {
        const end = this.#begin(cluster);
        return this.#sending(link.dial(address, credentials, this.#receiving(listener, end)), end);
      },
    };
  }

  accepting(accept: (wire: Wire) => WireListener, cluster: string): (wire: Wire) => WireListener {
    return (wire) => {
      const end = this.#begin(cluster);
      return this.#receiving(accept(this.#sending(wire, end)), end);
    };
  }

  #begin(cluster: string): End {
    const end: End = { cluster, other: undefined, inFlight: [], isOpen: true };
    this.#unpaired.add(end);
    return end;
  }

  #sending(wire: Wire, end: End): Wire {
    return {
      ...wire,
      get peer() {
        return wire.peer;
      },
      send: (text) => {
        if (end.isOpen) this.#sent(end, text);
        wire.send(text);
      },
    };
  }

  #receiving(listener: WireListener, end: End): WireListener {
    return {
      opened: () => listener.opened(),
      received: (text) => {
        this.#received(end, text);
        listener.received(text);
      },
      closed: (reason) => {
        this.#ended(end);
        listener.closed(reason);
      },
    };
  }

  #sent(end: End, text: string): void {
    const { other, inFlight } = end;
    inFlight.push({ text, seq: other && this.#note(end, other, text) });
    if (!other && inFlight.length > maxUnknown) inFlight.shift();
  }

  #received(end: End, text: string): void {
    end.other ??= this.#pair(end, text);
    const frame = end.other?.inFlight.shift();
    if (frame?.seq !== undefined) this.#recorder.note({ type: "arrival", cause: frame.seq, fate: "delivered" });
  }

  #pair(end: End, text: string): End | undefined {
    const other = [...this.#unpaired].findLast((one) => one !== end && one.inFlight[0]?.text === text);
    if (!other) return undefined;
    other.other = end;
    for (const one of [end, other]) {
      this.#unpaired.delete(one);
      for (const frame of one.inFlight) frame.seq ??= this.#note(one, one === end ? other : end, frame.text);
    }
    return other;
  }

  #ended(end: End): void {
    end.isOpen = false;
    this.#unpaired.delete(end);
    for (const { seq } of end.other?.inFlight.splice(0) ?? []) {
      if (seq !== undefined) this.#recorder.note({ type: "arrival", cause: seq, fate: "lost" });
    }
  }

  #note(end: End, other: End, content: string): number {
    return this.#recorder.frame({ from: end.cluster, to: other.cluster, content });
  }
}
