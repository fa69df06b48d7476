import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { RelayPipe, type Traffic } from "./relay-pipe.ts";
import { resetSocket } from "./reset-socket.ts";

export type Way = "to server" | "to client";

export type RelayFaults = Readonly<{
  /** If true, all current connections are reset, and each new connection is reset when it is accepted. */
  isPartitioned: boolean;
  /** Directions in which no data pass. Connections stay open, and the data wait. */
  silent: readonly Way[];
  /** Delay of data in milliseconds, in each direction. */
  delayMilliseconds: number;
  /** Maximum bandwidth of each connection in each direction. `Infinity` for no limit. */
  bytesPerSecond: number;
  /**
   * Maximum number of connections. Further connections are accepted but not forwarded, as with a server without free
   * connections. `Infinity` for no limit.
   */
  maxConnections: number;
}>;

/** Breaks a connection, or delays or corrupts data, when a certain text passes the relay. */
export type Tripwire = Readonly<{
  way: Way;
  /** The text that triggers the tripwire, such as `COMMIT`. It must arrive in one piece. */
  text: string;
  /** Number of the occurrence that triggers, counted from 1 over the connections of the relay. Default: 1. */
  nth?: number;
  /**
   * What happens when the tripwire triggers:
   * - "cut before": the data are discarded and the connection is reset.
   * - "cut after": the data are delivered, and the connection is broken instead of delivering the response.
   * - "hold": the data and those after them are delivered when the relay's faults next change, such as by `heal`.
   * - "garble": each byte of the text is replaced by `x`; the connection is not broken.
   */
  effect: "cut before" | "cut after" | "hold" | "garble";
}>;

/** A TCP relay in front of a server. Faults can be injected into its traffic. */
export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  readonly connections: number;
  /** Number of connections accepted so far, including those that were not forwarded. */
  readonly accepted: number;
  /** Changes the given faults and no others. The value of a fault in {@link harmless} ends it. */
  inject(faults: Partial<RelayFaults>): void;
  /** Ends all faults and removes all tripwires. Data that wait are delivered. */
  heal(): void;
  /** Resets the current connections. Resolves when they are closed. */
  reset(): Promise<void>;
  /** Relays a connection that another listener accepted. The listener must set `allowHalfOpen`. */
  accept(client: Socket): void;
  /** Adds a tripwire, which triggers once. Resolves when it has triggered; never if `heal` removes it before. */
  trip(wire: Tripwire): Promise<void>;
}

export const harmless: RelayFaults = {
  isPartitioned: false,
  silent: [],
  delayMilliseconds: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  maxConnections: Number.POSITIVE_INFINITY,
};

const connectMilliseconds = 5_000;

type Pair = Readonly<{ client: Socket; server: Socket; pipes: Map<Way, RelayPipe>; cuts: Map<Way, () => void> }>;
type LaidWire = Tripwire & Readonly<{ tripped: () => void }> & { left: number };

const garbage = "x";

/** Address of an interface, and a port; 0 for any free port. */
export type BindAddress = Readonly<{ host: string; port: number }>;

/**
 * Starts a relay to the server at `host` and `port`. `port` may be a function: it is called for each connection,
 * because a restarted server may have a different port. The relay listens on `bind`, by default on a free port of
 * 127.0.0.1.
 */
export async function tcpRelay(to: {
  host?: string;
  port: number | (() => number);
  bind?: BindAddress;
}): Promise<TcpRelay> {
  const { host = "127.0.0.1", port, bind = { host: "127.0.0.1", port: 0 } } = to;
  const pairs = new Set<Pair>();
  const unanswered = new Set<Socket>();
  const wires = new Set<LaidWire>();
  let faults = harmless;
  let accepted = 0;

  const traffic = (way: Way): Traffic => ({ ...faults, isSilent: faults.silent.includes(way) });

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, accept);

  function accept(client: Socket): void {
    accepted += 1;
    client.on("error", () => {});
    if (faults.isPartitioned) resetSocket(client);
    else if (pairs.size >= faults.maxConnections) hold(client);
    else relay(client);
  }

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

  listener.listen(bind.port, bind.host);
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
    accept,
    trip: (wire) => new Promise((resolve) => wires.add({ ...wire, left: wire.nth ?? 1, tripped: resolve })),
    async [Symbol.asyncDispose]() {
      const closed = once(listener, "close");
      listener.close();
      await resetAll();
      await closed;
    },
  };
}

function matchOffset(wire: LaidWire, data: Buffer): number | undefined {
  for (let at = data.indexOf(wire.text); at >= 0; at = data.indexOf(wire.text, at + 1)) {
    wire.left -= 1;
    if (wire.left === 0) return at;
  }
  return undefined;
}

function reset({ client, server }: Pair): void {
  for (const socket of [client, server]) resetSocket(socket);
}
