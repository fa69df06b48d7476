import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as passed } from "node:timers/promises";
import { WebSocket, WebSocketServer } from "ws";
import type { Link, PeerCall, Wire, WireListener } from "#engine/ports/link.ts";
import { authority, listen, type Place } from "../listen.ts";
import { callPeer } from "./call-peer.ts";
import type { LinkGate } from "./link-gate.ts";
import {
  type UnauthenticatedLimits,
  type UnauthenticatedPeers,
  unauthenticatedPeers,
  usualUnauthenticatedLimits,
} from "./unauthenticated-peers.ts";
import { defaultBacklogLimitBytes, frameLimitBytes, type KeptWire, wireOver } from "./wire.ts";

/** How long a connection may take to come about. */
const handshakeMilliseconds = 5_000;
/** Header in which the dialling cluster gives its own cluster address. Only the gate reads it. */
const dialler = "x-understudy-cluster";
const cutReason = "the link is cut";

export type LinkOptions = Place &
  Readonly<{
    /** Address of this cluster's API, such as `http://127.0.0.1:8200`. */
    apiAddress: string;
    /** Takes a wire that another cluster has dialled; it is open already. */
    accept: (wire: Wire) => WireListener;
    /** What stands between this cluster and others. Default: nothing. */
    gate?: LinkGate;
    /** How much may wait for a slow reader before its wire is broken, in bytes. Default: 256 MiB. */
    backlogLimit?: number;
    /** What may be taken from this cluster before it trusts a wire; see {@link usualUnauthenticatedLimits}. */
    strangerLimits?: Partial<UnauthenticatedLimits>;
  }>;

/** A link that listens. Disposing it closes all wires and tells their holders. */
export interface OpenLink extends Link, AsyncDisposable {
  /** Drops everything, without telling listeners. Resolves when the port is free. */
  kill(): Promise<void>;
}

/** Listens for other clusters and can dial them. Rejects with a `CannotListen`, such as when the port is in use. */
export async function openLink({
  apiAddress,
  accept,
  gate,
  backlogLimit = defaultBacklogLimitBytes,
  strangerLimits = {},
  ...place
}: LinkOptions): Promise<OpenLink> {
  const wires = new Map<KeptWire, string>();
  const calls = new Map<AbortController, string>();
  /** Dials without an answer, since the gate drops what they sent. */
  const unanswered = new Map<(reason: string) => void, string>();
  const alone = Promise.withResolvers<void>();
  let closed: Promise<unknown> | undefined;

  const server = createServer((_request, response) => response.writeHead(426, { Connection: "close" }).end());
  server.headersTimeout = handshakeMilliseconds;
  const unauthenticatedLimits = { ...usualUnauthenticatedLimits, ...strangerLimits };
  // Incoming connections never push out our own dials.
  const [dialling, dialled] = [
    unauthenticatedPeers(unauthenticatedLimits),
    unauthenticatedPeers(unauthenticatedLimits),
  ];
  server.on("connection", (socket) => dialling.meet(socket));
  const clusterAddress = `ws://${authority(await listen(server, place))}`;
  const webSockets = new WebSocketServer({
    server,
    maxPayload: frameLimitBytes,
    perMessageDeflate: false,
    clientTracking: false,
    // A web page says where it comes from, a cluster comes from nowhere.
    verifyClient: ({ req }, done) =>
      req.headers.origin === undefined ? done(passes(String(req.headers[dialler] ?? "")), 401) : done(false, 403),
  });
  webSockets.on("connection", (webSocket, { socket, headers }) => {
    dialling.count(socket);
    keep({ webSocket, socket, unauthenticatedPeers: dialling, peer: String(headers[dialler] ?? ""), listen: accept });
  });
  const leave = gate?.enter({
    clusterAddress,
    apiAddress,
    sever(peer) {
      for (const [wire, address] of wires) if (address === peer.clusterAddress) wire.break(cutReason);
      for (const [call, address] of calls) if (address === peer.apiAddress) call.abort(new Error(cutReason));
      for (const [giveUp, address] of unanswered) if (address === peer.clusterAddress) giveUp(cutReason);
    },
  });

  function passes(address: string): boolean {
    return gate?.passes(clusterAddress, address) ?? true;
  }

  function isDroppedSilently(address: string): boolean {
    return gate?.dropsSilently(clusterAddress, address) ?? false;
  }

  /** As if the packets were dropped: neither accepted nor refused. */
  function dialInVain(address: string, listener: WireListener): Wire {
    const giveUp = (reason: string) => {
      clearTimeout(patience);
      if (unanswered.delete(giveUp)) listener.closed(reason);
    };
    const patience = setTimeout(giveUp, handshakeMilliseconds, "no answer").unref();
    unanswered.set(giveUp, address);
    return { send() {}, close: () => void setImmediate(giveUp, "closed here") };
  }

  type Newcomer = Readonly<{
    webSocket: WebSocket;
    socket?: Socket;
    unauthenticatedPeers: UnauthenticatedPeers;
    peer: string;
    listen: (wire: Wire) => WireListener;
  }>;

  function keep({ peer, ...newcomer }: Newcomer): Wire {
    const wire: KeptWire = wireOver({
      ...newcomer,
      backlogLimit,
      isDroppedSilently: () => isDroppedSilently(peer),
      ended: () => {
        wires.delete(wire);
        if (closed && wires.size === 0) alone.resolve();
      },
    });
    wires.set(wire, peer);
    return wire;
  }

  async function close(end: (wire: KeptWire) => void): Promise<void> {
    closed ??= Promise.all([alone.promise, new Promise((resolve) => server.close(resolve))]);
    leave?.();
    webSockets.close();
    if (wires.size === 0) alone.resolve();
    for (const wire of wires.keys()) end(wire);
    for (const call of calls.keys()) call.abort(new Error("the cluster stops"));
    for (const giveUp of unanswered.keys()) giveUp("the cluster stops");
    server.closeAllConnections();
    await closed;
  }

  return {
    clusterAddress,
    apiAddress,
    dial(address, listener) {
      if (closed) return unreachable(listener, "the cluster stops");
      if (!passes(address)) return unreachable(listener, cutReason);
      if (isDroppedSilently(address)) return dialInVain(address, listener);
      if (!URL.canParse(address) || !/^wss?:/.test(address))
        return unreachable(listener, "not the address of a cluster");
      const webSocket = new WebSocket(address, {
        headers: { [dialler]: clusterAddress },
        handshakeTimeout: handshakeMilliseconds,
        maxPayload: frameLimitBytes,
        perMessageDeflate: false,
        followRedirects: false,
      });
      return keep({ webSocket, unauthenticatedPeers: dialled, peer: address, listen: () => listener });
    },
    async call(call: PeerCall) {
      if (!passes(call.apiAddress)) throw new Error(cutReason);
      const abort = new AbortController();
      calls.set(abort, call.apiAddress);
      try {
        if (isDroppedSilently(call.apiAddress)) await unheard(call.timeoutMilliseconds, abort.signal);
        return await callPeer(call, abort.signal);
      } finally {
        calls.delete(abort);
      }
    },
    kill() {
      unanswered.clear();
      return close((wire) => wire.drop());
    },
    [Symbol.asyncDispose]: () => close((wire) => wire.close()),
  };
}

/** Rejects when the wait for an answer that does not come has ended. */
async function unheard(timeoutMilliseconds: number, signal: AbortSignal): Promise<never> {
  await passed(timeoutMilliseconds, undefined, { signal }).catch(() => Promise.reject(signal.reason));
  throw new Error(`nothing within ${timeoutMilliseconds} ms`);
}

/** A wire that is closed from the start. Its listener is told after `dial` has returned, as with any other. */
function unreachable(listener: WireListener, reason: string): Wire {
  setImmediate(() => listener.closed(reason));
  return { send() {}, close() {} };
}
