import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { RelayPipe, type Traffic } from "./relay-pipe.ts";
import { resetSocket } from "./reset-socket.ts";

/** A way through a relay, as seen from the client: requests go to the server, answers to the client. */
export type Way = "to server" | "to client";

/** What a relay does to traffic; all of it may be true at a time. */
export type RelayFaults = Readonly<{
  /** Open connections are reset when it begins, and every new one as soon as it is made. */
  isPartitioned: boolean;
  /** Ways on which nothing arrives, while connections seem to hold: both are a black hole, one is a one-way partition. */
  silent: readonly Way[];
  /** Each way. */
  delayMilliseconds: number;
  /** Each way of each connection. `Infinity` for as fast as it goes. */
  bytesPerSecond: number;
  /** New connections beyond so many are accepted and get no answer, as at a server that is full. `Infinity` for no limit. */
  maxConnections: number;
}>;

/** Breaks a connection on which certain data pass, or the data. */
export type Tripwire = Readonly<{
  way: Way;
  /** Text that the data contain, such as `COMMIT`, within one piece as the sender wrote it. */
  text: string;
  /** Which time the text passes, on whatever connections, counted from 1. Default: the first. */
  nth?: number;
  /**
   * "cut before": the data do not arrive, and the connection is reset. "cut after": they arrive, and instead of an answer there is a reset.
   * "hold": they and all behind them arrive when the relay is healed, though the client may have given up by then.
   * "garble": they arrive with other letters, as many of them, in place of the text; nothing is broken that the receiver does not break.
   */
  effect: "cut before" | "cut after" | "hold" | "garble";
}>;

/** A TCP relay on a port of 127.0.0.1 in front of a server, which breaks what it is asked to break. It knows no protocol. */
export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  /** How many connections go through it now. */
  readonly connections: number;
  /** How many it has ever accepted. */
  readonly accepted: number;
  /** Begins the named faults and ends those that are named by their harmless values; others stay as they are. */
  inject(faults: Partial<RelayFaults>): void;
  /** Ends all faults, and forgets all tripwires. What waited goes on. */
  heal(): void;
  /** Resets all connections, once. Resolves when the relay has none left. */
  reset(): Promise<void>;
  /** Lays a tripwire, for one connection. Resolves when it was tripped. */
  trip(wire: Tripwire): Promise<void>;
}

/** What a relay does that breaks nothing. */
export const harmless: RelayFaults = {
  isPartitioned: false,
  silent: [],
  delayMilliseconds: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
  maxConnections: Number.POSITIVE_INFINITY,
};

/** How long the server may take to accept a connection. */
const connectMilliseconds = 5_000;

/** A connection through the relay. What is in `cuts` is done instead of passing on what comes on that way. */
type Pair = Readonly<{ client: Socket; server: Socket; pipes: Map<Way, RelayPipe>; cuts: Map<Way, () => void> }>;
type LaidWire = Tripwire & Readonly<{ tripped: () => void }> & { left: number };

/** What stands in place of text that is garbled: a letter, so that it is a name nothing has rather than a sign that means something. */
const garbage = "x";

/** Starts a relay to the server at `host` and `port`; `port` is asked anew for each connection, as a server may come back on another. */
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

  /** Whether data on their way trip no wire that keeps them from arriving. */
  function passes(pair: Pair, way: Way, data: Buffer): boolean {
    const cut = pair.cuts.get(way);
    if (cut) {
      cut();
      return false;
    }
    const met = [...wires].flatMap((wire) => {
      const at = wire.way === way ? meet(wire, data) : undefined;
      return at === undefined ? [] : [{ wire, at }];
    });
    const [first] = met;
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
    // Once the server answers it has done what it was asked.
    pair.cuts.set(answers, () => {
      resetSocket(source);
      // An end in good order: a reset could undo what the server goes on with.
      target.end();
      wire.tripped();
    });
    return true;
  }

  function inject(begun: Partial<RelayFaults>): void {
    faults = { ...faults, ...begun };
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
    // Not `once`, which rejects when a connection that is not made yet fails while it is waited for.
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

/** Counts how often the wire's text passes in these data, and says where it does so for the time that is meant. */
function meet(wire: LaidWire, data: Buffer): number | undefined {
  for (let at = data.indexOf(wire.text); at >= 0; at = data.indexOf(wire.text, at + 1)) {
    wire.left -= 1;
    if (wire.left === 0) return at;
  }
  return undefined;
}

/** Ends both connections of a pair at once, as a machine does that knows nothing of them. */
function reset({ client, server }: Pair): void {
  for (const socket of [client, server]) resetSocket(socket);
}
