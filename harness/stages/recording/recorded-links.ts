import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Recorder } from "#harness/history/recorder.ts";

/** One end of a connection between two clusters. */
type End = {
  readonly cluster: string;
  /** The other end; undefined until it is identified by a received frame. */
  other: End | undefined;
  /** Sent frames that have not arrived, with event numbers once the recipient is known. */
  readonly inFlight: { readonly text: string; seq: number | undefined }[];
  isOpen: boolean;
};

/** Maximum number of frames stored for a connection whose other end is not in this process. */
const maxUnknown = 64;

/**
 * Records frames between clusters of one process and their arrival, above the encryption. The ends
 * of a connection are matched by their first frame; if several are equal, by the latest.
 */
export class RecordedLinks {
  readonly #recorder: Recorder;
  readonly #unpaired = new Set<End>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** Returns the link of a cluster with recording. */
  over(link: Link, cluster: string): Link {
    return {
      ...link,
      dial: (address, credentials, listener) => {
        const end = this.#begin(cluster);
        return this.#sending(link.dial(address, credentials, this.#receiving(listener, end)), end);
      },
    };
  }

  /** Wraps a cluster's handler of incoming connections with recording. */
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

  /** Finds the end whose first frame is `text`, and records the frames that both ends have sent. */
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

  /** Frames that have not arrived when a connection ends are lost. */
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
