import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Message } from "./message.ts";

export type WireContext = Readonly<{
  carry: (message: Message) => void;
  soon: (callback: () => void) => void;
  forget: (wire: SimulatedWire) => void;
}>;

/** Handler of an incoming connection: receives this host's end of the wire and returns the listener of that end. */
export type Accept = (wire: Wire) => WireListener;

export type Answering = Readonly<{ accept: Accept; certificate: string }>;

type End = Omit<Wire, "peer"> & {
  peer: string | undefined;
  listener: WireListener | undefined;
  closing: boolean;
  settle: () => void;
};

/**
 * Limits of the characters in transit from one end: from `drainAbove`, `drained` makes a sender wait; above `limit`,
 * the wire breaks because the receiver is too slow.
 */
const transitLimits = { drainAbove: 256 * 1024, limit: 16 * 1024 * 1024 } as const;

/** A connection between two hosts, with an end at each. */
export class SimulatedWire {
  readonly from: string;
  readonly to: string;
  readonly #context: WireContext;
  readonly #near: End;
  readonly #far: End;
  #ended = false;
  #isBreaking = false;

  /** `certificate` is that of the end that opens the connection. */
  constructor({
    from,
    to,
    certificate,
    context,
  }: Readonly<{ from: string; to: string; certificate: string; context: WireContext }>) {
    this.from = from;
    this.to = to;
    this.#context = context;
    this.#near = this.#end({ from, to, other: () => this.#far });
    this.#far = this.#end({ from: to, to: from, other: () => this.#near });
    this.#far.peer = certificate;
  }

  /**
   * Starts to open the connection and returns the caller's end. `listening` returns the handler at the other host, or
   * undefined if that host accepts no connection.
   */
  dial(caller: WireListener, listening: () => Answering | undefined): Wire {
    this.#near.listener = caller;
    this.#carry(this.from, this.to, "dial", () => {
      const answering = listening();
      if (!answering) return this.breakSoon("no cluster proves its key there");
      // Sent before the other end gets the wire, so that frames it sends at once arrive later.
      this.#carry(this.to, this.from, "dialled", () => {
        this.#near.peer = answering.certificate;
        if (!this.#near.closing) caller.opened();
      });
      this.#far.listener = answering.accept(this.#far);
    });
    return this.#near;
  }

  /** True if the host has an end of this wire that is not closed. A breaking wire counts as closed at both ends. */
  isOpenAt(host: string): boolean {
    if (this.#isBreaking) return false;
    const isOpen = ({ listener, closing }: End) => listener !== undefined && !closing;
    return (this.from === host && isOpen(this.#near)) || (this.to === host && isOpen(this.#far));
  }

  /** Ends the wire at both ends after a short delay. */
  breakSoon(reason: string): void {
    this.#isBreaking = true;
    this.#context.soon(() => this.#over(reason));
  }

  #over(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#context.forget(this);
    for (const end of [this.#near, this.#far]) end.settle();
    this.#near.listener?.closed(reason);
    this.#far.listener?.closed(reason);
  }

  #carry(from: string, to: string, kind: string | undefined, deliver: () => void, content = ""): void {
    this.#context.carry({
      from,
      to,
      connection: this,
      ...(kind === undefined ? {} : { kind }),
      content,
      deliver: () => {
        if (!this.#ended) deliver();
      },
      lose: () => this.#over(`no answer from ${to}`),
    });
  }

  #end({ from, to, other }: Readonly<{ from: string; to: string; other: () => End }>): End {
    let inTransit = 0;
    let drain: PromiseWithResolvers<void> | undefined;
    const end: End = {
      peer: undefined,
      listener: undefined,
      closing: false,
      settle() {
        drain?.resolve();
        drain = undefined;
      },
      send: (frame) => {
        if (this.#ended || end.closing) return;
        inTransit += frame.length;
        if (inTransit > transitLimits.limit) return this.breakSoon("the other end is too slow");
        // A duplicated frame is subtracted only once.
        let left = frame.length;
        this.#carry(
          from,
          to,
          undefined,
          () => {
            inTransit -= left;
            left = 0;
            if (inTransit < transitLimits.drainAbove) end.settle();
            other().listener?.received(frame);
          },
          frame,
        );
      },
      drained: () => {
        if (this.#ended || inTransit < transitLimits.drainAbove) return undefined;
        drain ??= Promise.withResolvers();
        return drain.promise;
      },
      // Closing follows earlier frames on the same path, so they still arrive.
      close: () => {
        if (this.#ended || end.closing) return;
        end.closing = true;
        this.#carry(from, to, "close", () => this.#over("closed by the other end"));
      },
    };
    return end;
  }
}
