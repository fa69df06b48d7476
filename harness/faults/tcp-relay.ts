import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { RelayPipe, type Traffic } from "./relay-pipe.ts";
import { resetSocket } from "./reset-socket.ts";

/** Direction through a relay: requests go to the server, answers to the client. */
export type Way = "to server" | "to client";

/** Faults of a relay; they can be combined. */
export type RelayFaults = Readonly<{
  /** True if open connections are reset, and every new one when it is accepted. */
  isPartitioned: boolean;
  /** Directions that are dropped silently, while connections stay open. */
  silent: readonly Way[];
  /** Delay of each direction, in milliseconds. */
  delayMilliseconds: number;
  /** Bandwidth of each direction of each connection; `Infinity` for no limit. */
  bytesPerSecond: number;
  /**
   * Maximum number of connections; further ones are accepted but get no answer, as at a full
   * server. `Infinity` for no limit.
   */
  maxConnections: number;
}>;

/** A trigger that breaks a connection, or corrupts data, when a certain text passes. */
export type Tripwire = Readonly<{
  way: Way;
  /** Text in the data, such as `COMMIT`, within one piece as the sender wrote it. */
  text: string;
  /** Number of the occurrence of the text, over all connections, counted from 1. Default: 1. */
  nth?: number;
  /**
   * Effect of the tripwire.
   *
   * - "cut before": the data do not arrive, and the connection is reset.
   * - "cut after": the data arrive, and a reset replaces the answer.
   * - "hold": the data and everything after them arrive when the relay is healed, although the
   *   client may have given up.
   * - "garble": the text arrives as other letters of the same length; the relay breaks nothing
   *   else.
   */
  effect: "cut before" | "cut after" | "hold" | "garble";
}>;

/** A TCP relay on 127.0.0.1 in front of a server, with faults on request. */
export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  /** Number of current connections. */
  readonly connections: number;
  /** Number of connections accepted so far. */
  readonly accepted: number;
  /** Sets the given faults and leaves others; a value of {@link harmless} ends a fault. */
  inject(faults: Partial<RelayFaults>): void;
  /** Ends all faults and removes all tripwires. Waiting data continue. */
  heal(): void;
  /** Resets all connections once. Resolves when none is left. */
  reset(): Promise<void>;
  /** Sets a tripwire for one connection. Resolves when it is triggered. */
  trip(wire: Tripwire): Promise<void>;
}

/** Faults of a relay that breaks nothing. */
export const harmless: RelayFaults = {
  isPartitioned: false,
  silent: [],
  delayMilliseconds: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  maxConnections: Number.POSITIVE_INFINITY,
};

/** Maximum time for the server to accept a connection, in milliseconds. */
const connectMilliseconds = 5_000;

/** A connection through the relay. `cuts` are called instead of forwarding data. */
type Pair = Readonly<{ client: Socket; server: Socket; pipes: Map<Way, RelayPipe>; cuts: Map<Way, () => void> }>;
type LaidWire = Tripwire & Readonly<{ tripped: () => void }> & { left: number };

/** Replacement letter for garbled text; a letter yields an unknown name rather than syntax. */
const garbage = "x";

/**
 * Starts a relay to the server at `host` and `port`. `port` may be a function that is called for
 * each connection, since a server may return on another port.
 */
export async function tcpRelay(to: { host?: string; port: number | (() => number) }): Promise<TcpRelay> {
  const { host = "127.0.0.1", port } = to;
  const pairs = new Set<Pair>();
  const unanswered = new Set<Socket>();
  const wires = new Set<LaidWire>();
  let faults = harmless;
  let accepted = 0;

  const traffic = (way: Way): Traffic => ({ ...faults, isSilent: faults.silent.includes(way) });

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    accepted += 1;
    client.on("error", () => {});
    if (faults.isPartitioned) resetSocket(client);
    else if (pairs.size >= faults.maxConnections) hold(client);
    else relay(client);
  });

  function hold(client: Socket): void {
    unanswered.add(client);
    client.on("close", () => unanswered.delete(client));
  }

  function relay(client: Socket): void {
    const server = connect({
      host,
      port: typeof port === "number" ? port : port(),
      allowHalfOpen: true,
      noDelay: true,
    });
    server.setTimeout(connectMilliseconds, () => server.connecting && breakOff());
    server.on("connect", () => server.setTimeout(0));
    const pair: Pair = { client, server, pipes: new Map(), cuts: new Map() };
    const breakOff = () => reset(pair);
    const pipe = (way: Way, source: Socket, target: Socket) => {
      const watch = (data: Buffer) => passes(pair, way, data);
      pair.pipes.set(way, new RelayPipe({ source, target, traffic: traffic(way), watch }));
      source.on("error", () => pair.pipes.get(way)?.end() || breakOff());
      source.on("close", () => {
        if (target.closed) pairs.delete(pair);
        if (!target.destroyed && !source.readableEnded && !pair.pipes.get(way)?.end()) breakOff();
      });
    };
    pairs.add(pair);
    pipe("to server", client, server);
    pipe("to client", server, client);
  }

  /** Returns true if the data are to be forwarded; triggers the tripwires that match. */
  function passes(pair: Pair, way: Way, data: Buffer): boolean {
    const cut = pair.cuts.get(way);
    if (cut) {
      cut();
      return false;
    }
    const matches = [...wires].flatMap((wire) => {
      const at = wire.way === way ? matchOffset(wire, data) : undefined;
      return at === undefined ? [] : [{ wire, at }];
    });
    const [first] = matches;
    if (!first) return true;
    const { wire, at } = first;
    wires.delete(wire);
    if (wire.effect === "garble") {
      data.fill(garbage, at, at + Buffer.byteLength(wire.text));
      wire.tripped();
      return true;
    }
    const answers: Way = way === "to server" ? "to client" : "to server";
    const [source, target] = way === "to server" ? [pair.client, pair.server] : [pair.server, pair.client];
    if (wire.effect === "hold") {
      pair.pipes.get(way)?.change({ ...traffic(way), isSilent: true });
      wire.tripped();
      return true;
    }
    if (wire.effect === "cut before") {
      reset(pair);
      wire.tripped();
      return false;
    }
    // The server has executed the request once it answers.
    pair.cuts.set(answers, () => {
      resetSocket(source);
      // A clean end, since a reset could abort the server's remaining work.
      target.end();
      wire.tripped();
    });
    return true;
  }

  function inject(changes: Partial<RelayFaults>): void {
    faults = { ...faults, ...changes };
    if (faults.isPartitioned) for (const pair of pairs) reset(pair);
    for (const pair of pairs) for (const [way, pipe] of pair.pipes) pipe.change(traffic(way));
    for (const client of [...unanswered]) {
      if (faults.isPartitioned) resetSocket(client);
      else if (pairs.size < faults.maxConnections) {
        unanswered.delete(client);
        relay(client);
      }
    }
  }

  async function resetAll(): Promise<void> {
    const closed = [...pairs].flatMap(({ client, server }) => [client, server]).concat([...unanswered]);
    // Not `once`, which rejects if a pending connection fails meanwhile.
    const gone = closed
      .filter(({ closed: isClosed }) => !isClosed)
      .map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    for (const pair of pairs) reset(pair);
    for (const client of unanswered) resetSocket(client);
    await Promise.all(gone);
  }

  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    inject,
    heal() {
      wires.clear();
      inject(harmless);
    },
    reset: resetAll,
    trip: (wire) => new Promise((resolve) => wires.add({ ...wire, left: wire.nth ?? 1, tripped: resolve })),
    async [Symbol.asyncDispose]() {
      const closed = once(listener, "close");
      listener.close();
      await resetAll();
      await closed;
    },
  };
}

/** Counts occurrences of the tripwire's text and returns the offset of the `nth` one. */
function matchOffset(wire: LaidWire, data: Buffer): number | undefined {
  for (let at = data.indexOf(wire.text); at >= 0; at = data.indexOf(wire.text, at + 1)) {
    wire.left -= 1;
    if (wire.left === 0) return at;
  }
  return undefined;
}

/** Resets both connections of a pair. */
function reset({ client, server }: Pair): void {
  for (const socket of [client, server]) resetSocket(socket);
}
