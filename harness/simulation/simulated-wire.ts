import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Message } from "./message.ts";

/** What lies between the two ends of a wire. */
export type WireContext = Readonly<{
  carry: (message: Message) => void;
  /** Does `callback` after a moment. */
  soon: (callback: () => void) => void;
  /** Is told of a wire that ended. */
  forget: (wire: SimulatedWire) => void;
}>;

/** Takes a wire that was dialled and is open already, and gives back its listener. */
export type Accept = (wire: Wire) => WireListener;

/** What answers at a host: who takes the wire, and the certificate that is shown there, whose key was proved. */
export type Answering = Readonly<{ accept: Accept; certificate: string }>;

type End = Omit<Wire, "peer"> & {
  peer: string | undefined;
  listener: WireListener | undefined;
  closing: boolean;
  /** Ends the wait of a sender. */
  settle: () => void;
};

/**
 * How much may be under way before a sender that asks is told to wait, and how much before the wire is cut because the other end is too slow. Both
 * are a sixteenth of what a real link allows, so that short histories come to them.
 */
const underWayCharacters = { drainAbove: 256 * 1024, limit: 16 * 1024 * 1024 } as const;

/** A connection between two hosts, with an end at each. */
export class SimulatedWire {
  readonly from: string;
  readonly to: string;
  readonly #context: WireContext;
  readonly #near: End;
  readonly #far: End;
  #ended = false;
  #isBreaking = false;

  /** `certificate` is what the dialling end shows. */
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

  /** Starts to connect; `listening` is asked at the other host for the listener there. Gives the caller's end. */
  dial(caller: WireListener, listening: () => Answering | undefined): Wire {
    this.#near.listener = caller;
    this.#carry(this.from, this.to, "dial", () => {
      const answering = listening();
      if (!answering) return this.breakSoon("no cluster proves its key there");
      // Before the other end has the wire: what it says at once comes after this.
      this.#carry(this.to, this.from, "dialled", () => {
        this.#near.peer = answering.certificate;
        if (!this.#near.closing) caller.opened();
      });
      this.#far.listener = answering.accept(this.#far);
    });
    return this.#near;
  }

  /** Whether a host is at one of the ends, has taken it and not closed it. One that breaks is closed, though neither end knows it yet. */
  isOpenAt(host: string): boolean {
    if (this.#isBreaking) return false;
    const isOpen = ({ listener, closing }: End) => listener !== undefined && !closing;
    return (this.from === host && isOpen(this.#near)) || (this.to === host && isOpen(this.#far));
  }

  /** Tells both ends, after a moment, that there is no connection any more. */
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
    let underWay = 0;
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
        underWay += frame.length;
        if (underWay > underWayCharacters.limit) return this.breakSoon("the other end is too slow");
        // What arrives twice has left once.
        let left = frame.length;
        this.#carry(
          from,
          to,
          undefined,
          () => {
            underWay -= left;
            left = 0;
            if (underWay < underWayCharacters.drainAbove) end.settle();
            other().listener?.received(frame);
          },
          frame,
        );
      },
      drained: () => {
        if (this.#ended || underWay < underWayCharacters.drainAbove) return undefined;
        drain ??= Promise.withResolvers();
        return drain.promise;
      },
      // What was sent before still arrives: closing comes after it on the same path.
      close: () => {
        if (this.#ended || end.closing) return;
        end.closing = true;
        this.#carry(from, to, "close", () => this.#over("closed by the other end"));
      },
    };
    return end;
  }
}
