import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import type { Recorder } from "#harness/history/recorder.ts";

/** One end of a connection between two clusters, as far as it is known whose the other is. */
type End = {
  readonly cluster: string;
  /** Undefined until what it heard tells. */
  other: End | undefined;
  /** What it sent and the other end has not heard: the text, and the number of the event once the recipient is known. */
  readonly underWay: { readonly text: string; seq: number | undefined }[];
  isOpen: boolean;
};

/** So many frames are remembered of a connection whose other end is not here. */
const maxUnknown = 64;

/**
 * Notes the frames that clusters of one process send one another, and which of them arrived, above whatever encrypts them. Which two ends belong
 * together is learnt from the first frame, which no two connections that are being made have alike: of those that do, the latest counts.
 */
export class RecordedLinks {
  readonly #recorder: Recorder;
  readonly #alone = new Set<End>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** The link of a cluster. */
  over(link: Link, cluster: string): Link {
    return {
      ...link,
      dial: (address, credentials, listener) => {
        const end = this.#begin(cluster);
        return this.#sending(link.dial(address, credentials, this.#hearing(listener, end)), end);
      },
    };
  }

  /** What takes in the connections that others dial. */
  accepting(accept: (wire: Wire) => WireListener, cluster: string): (wire: Wire) => WireListener {
    return (wire) => {
      const end = this.#begin(cluster);
      return this.#hearing(accept(this.#sending(wire, end)), end);
    };
  }

  #begin(cluster: string): End {
    const end: End = { cluster, other: undefined, underWay: [], isOpen: true };
    this.#alone.add(end);
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

  #hearing(listener: WireListener, end: End): WireListener {
    return {
      opened: () => listener.opened(),
      received: (text) => {
        this.#heard(end, text);
        listener.received(text);
      },
      closed: (reason) => {
        this.#ended(end);
        listener.closed(reason);
      },
    };
  }

  #sent(end: End, text: string): void {
    const { other, underWay } = end;
    underWay.push({ text, seq: other && this.#note(end, other, text) });
    if (!other && underWay.length > maxUnknown) underWay.shift();
  }

  #heard(end: End, text: string): void {
    end.other ??= this.#pair(end, text);
    const frame = end.other?.underWay.shift();
    if (frame?.seq !== undefined) this.#recorder.note({ type: "arrival", cause: frame.seq, fate: "delivered" });
  }

  /** The end that sent what this one hears first; what both have sent by then is noted. */
  #pair(end: End, text: string): End | undefined {
    const other = [...this.#alone].findLast((one) => one !== end && one.underWay[0]?.text === text);
    if (!other) return undefined;
    other.other = end;
    for (const one of [end, other]) {
      this.#alone.delete(one);
      for (const frame of one.underWay) frame.seq ??= this.#note(one, one === end ? other : end, frame.text);
    }
    return other;
  }

  /** What has not arrived when a connection ends never does. */
  #ended(end: End): void {
    end.isOpen = false;
    this.#alone.delete(end);
    for (const { seq } of end.other?.underWay.splice(0) ?? []) {
      if (seq !== undefined) this.#recorder.note({ type: "arrival", cause: seq, fate: "lost" });
    }
  }

  #note(end: End, other: End, content: string): number {
    return this.#recorder.frame({ from: end.cluster, to: other.cluster, content });
  }
}
