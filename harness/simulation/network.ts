import { createHash } from "node:crypto";
import type { Wire, WireListener } from "#engine/ports/link.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";

/** How long a message is on its way, in milliseconds: a data centre's network with a lazy moment now and then. */
const latency = { least: 0.1, most: 2, lazy: 20, lazyChance: 0.02 } as const;

/** Who accepts wires at an address. */
export type Listener = Readonly<{ host: string; accept: (wire: Wire) => WireListener }>;

/** A seeded network between named hosts. On one path messages keep their order; between paths they do not. */
export class Network {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #trace: Trace;
  readonly #listeners = new Map<string, Listener>();
  readonly #cut = new Set<string>();
  readonly #wires = new Set<SimulatedWire>();
  readonly #lastArrival = new Map<string, number>();

  constructor(options: { scheduler: Scheduler; random: Random; trace: Trace }) {
    this.#scheduler = options.scheduler;
    this.#random = options.random;
    this.#trace = options.trace;
  }

  /** Brings something from host to host: `deliver` happens there after a while, or `lose` here when the path is cut. */
  carry(message: {
    from: string;
    to: string;
    kind: string;
    content: string;
    deliver: () => void;
    lose?: () => void;
  }): void {
    const { from, to, kind, content, deliver, lose } = message;
    const path = `${from}>${to}`;
    const delay =
      this.#random.between(latency.least, latency.most) +
      (this.#random.fraction() < latency.lazyChance ? this.#random.between(0, latency.lazy) : 0);
    const arrival = Math.max(this.#scheduler.elapsed() + delay, this.#lastArrival.get(path) ?? 0);
    this.#lastArrival.set(path, arrival);
    const facts = { from, to, kind, size: content.length, digest: digestOf(content) };
    this.#scheduler.after(arrival - this.#scheduler.elapsed(), () => {
      if (this.isCut(from, to)) {
        this.#trace.note("lost", facts);
        lose?.();
        return;
      }
      this.#trace.note("delivered", facts);
      deliver();
    });
  }

  listen(address: string, listener: Listener): () => void {
    this.#listeners.set(address, listener);
    return () => void this.#listeners.delete(address);
  }

  /** Starts to connect `from` with whoever listens at `address`. */
  dial(from: string, address: string, caller: WireListener): Wire {
    const wire = new SimulatedWire(this, from);
    wire.near.listener = caller;
    const refuse = (reason: string) => this.#scheduler.after(this.#random.between(1, 5), () => wire.end(reason));
    const listener = this.#listeners.get(address);
    if (!listener) {
      refuse(`nobody listens at ${address}`);
      return wire.near;
    }
    wire.to = listener.host;
    this.carry({
      from,
      to: listener.host,
      kind: "dial",
      content: "",
      deliver: () => {
        const present = this.#listeners.get(address);
        if (!present) return void refuse(`nobody listens at ${address}`);
        this.#wires.add(wire);
        wire.far.listener = present.accept(wire.far);
        this.carry({
          from: wire.to,
          to: from,
          kind: "dialled",
          content: "",
          deliver: () => wire.near.listener?.opened(),
          lose: () => wire.end("no answer"),
        });
      },
      lose: () => wire.end("no answer"),
    });
    return wire.near;
  }

  isCut(one: string, other: string): boolean {
    return this.#cut.has(pair(one, other));
  }

  /** Cuts all traffic between two hosts; the wires between them break. */
  cut(one: string, other: string): void {
    this.#cut.add(pair(one, other));
    this.#trace.note("cut", { one, other });
    for (const wire of this.#wires)
      if (pair(wire.from, wire.to) === pair(one, other)) wire.breakSoon("the link was cut");
  }

  mend(one: string, other: string): void {
    this.#cut.delete(pair(one, other));
    this.#trace.note("mended", { one, other });
  }

  /** Breaks every wire of a host that was killed. */
  drop(host: string): void {
    for (const wire of this.#wires) if (wire.from === host || wire.to === host) wire.breakSoon("the other end is gone");
  }

  /** For wires: forgets one that ended. */
  forget(wire: SimulatedWire): void {
    this.#wires.delete(wire);
  }

  /** For wires: does `deed` after a moment. */
  soon(deed: () => void): void {
    this.#scheduler.after(this.#random.between(0.1, 3), deed);
  }
}

type End = Wire & { listener: WireListener | undefined };

/** A connection between two hosts, with an end at each. */
class SimulatedWire {
  readonly from: string;
  to = "";
  readonly near: End;
  readonly far: End;
  readonly #network: Network;
  #ended = false;

  constructor(network: Network, from: string) {
    this.#network = network;
    this.from = from;
    this.near = this.#end(() => [this.from, this.to, this.far]);
    this.far = this.#end(() => [this.to, this.from, this.near]);
  }

  /** Tells both ends, once, that there is no connection any more. */
  end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#network.forget(this);
    this.near.listener?.closed(reason);
    this.far.listener?.closed(reason);
  }

  breakSoon(reason: string): void {
    this.#network.soon(() => this.end(reason));
  }

  #end(path: () => readonly [from: string, to: string, other: End]): End {
    return {
      listener: undefined,
      send: (frame) => {
        if (this.#ended) return;
        const [from, to, other] = path();
        const deliver = () => {
          if (!this.#ended) other.listener?.received(frame);
        };
        this.#network.carry({
          from,
          to,
          kind: kindOf(frame),
          content: frame,
          deliver,
          lose: () => this.end("a frame was lost"),
        });
      },
      // What was sent before still arrives: closing comes after it on the same path.
      close: () => {
        const [from, to] = path();
        const end = () => this.end("closed by the other end");
        if (to === "") end();
        else this.#network.carry({ from, to, kind: "close", content: "", deliver: end, lose: end });
      },
    };
  }
}

function pair(one: string, other: string): string {
  return one < other ? `${one}|${other}` : `${other}|${one}`;
}

function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

function kindOf(frame: string): string {
  return /"type":"([\w-]+)"/.exec(frame)?.[1] ?? "frame";
}
