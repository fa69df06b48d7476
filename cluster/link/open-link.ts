import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { WebSocket, WebSocketServer } from "ws";
import type { Credentials, Link, PeerCall, Wire, WireListener } from "#engine/ports/link.ts";
import { authority, type ListenAddress, listen } from "../listen.ts";
import { callPeer } from "./call-peer.ts";
import { linkTls, shown } from "./tls.ts";
import {
  type UnauthenticatedLimits,
  type UnauthenticatedPeers,
  unauthenticatedPeers,
  usualUnauthenticatedLimits,
} from "./unauthenticated-peers.ts";
import { defaultBacklogLimitBytes, frameLimitBytes, type KeptWire, wireOver } from "./wire.ts";

/** How long a connection may take to come about, its encryption included. */
const handshakeMilliseconds = 5_000;

export type LinkOptions = ListenAddress &
  Readonly<{
    /** Address of this cluster's API, such as `http://127.0.0.1:8200`. */
    apiAddress: string;
    /** Takes a wire that another cluster has dialled; it is open already. */
    accept: (wire: Wire) => WireListener;
    /** How much may wait for a slow reader before its wire is broken, in bytes. Default: 256 MiB. */
    backlogLimit?: number;
    /** What may be taken from this cluster before it trusts a wire; see {@link usualUnauthenticatedLimits}. */
    unauthenticatedPeerLimits?: Partial<UnauthenticatedLimits>;
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
  backlogLimit = defaultBacklogLimitBytes,
  unauthenticatedPeerLimits = {},
  ...place
}: LinkOptions): Promise<OpenLink> {
  const wires = new Set<KeptWire>();
  const calls = new Set<AbortController>();
  const alone = Promise.withResolvers<void>();
  let closed: Promise<unknown> | undefined;
  const server = createServer(
    { ...linkTls, requestCert: true, rejectUnauthorized: false, handshakeTimeout: handshakeMilliseconds },
    (_request, response) => response.writeHead(426, { Connection: "close" }).end(),
  );
  server.headersTimeout = handshakeMilliseconds;
  const unauthenticatedLimits = { ...usualUnauthenticatedLimits, ...unauthenticatedPeerLimits };
  // Incoming connections never push out our own dials.
  const [dialling, dialled] = [
    unauthenticatedPeers(unauthenticatedLimits),
    unauthenticatedPeers(unauthenticatedLimits),
  ];
  server.on("connection", (socket) => dialling.meet(socket));
  server.on("secureConnection", (socket) => dialling.count(socket));
  const clusterAddress = `wss://${authority(await listen(server, place))}`;
  const webSockets = new WebSocketServer({
    server,
    maxPayload: frameLimitBytes,
    perMessageDeflate: false,
    clientTracking: false,
    // A web page says where it comes from, a cluster comes from nowhere.
    verifyClient: ({ req }, done) => done(req.headers.origin === undefined, 403),
  });
  webSockets.on("connection", (webSocket, { socket }) => {
    keep({ webSocket, socket: socket as TLSSocket, unauthenticatedPeers: dialling, listen: accept });
  });

  type Newcomer = Readonly<{
    webSocket: WebSocket;
    socket?: TLSSocket;
    unauthenticatedPeers: UnauthenticatedPeers;
    listen: (wire: Wire) => WireListener;
  }>;

  function keep(newcomer: Newcomer): Wire {
    const wire: KeptWire = wireOver({
      ...newcomer,
      backlogLimit,
      ended: () => {
        wires.delete(wire);
        if (closed && wires.size === 0) alone.resolve();
      },
    });
    wires.add(wire);
    return wire;
  }

  async function close(end: (wire: KeptWire) => void): Promise<void> {
    closed ??= Promise.all([alone.promise, new Promise((resolve) => server.close(resolve))]);
    webSockets.close();
    if (wires.size === 0) alone.resolve();
    for (const wire of wires) end(wire);
    for (const call of calls) call.abort(new Error("the cluster stops"));
    server.closeAllConnections();
    dialling.dropAll();
    await closed;
  }

  return {
    clusterAddress,
    apiAddress,
    serveAs(credentials) {
      try {
        server.setSecureContext({ ...linkTls, ...(credentials && shown(credentials)) });
      } catch {
        // They are no pair: nothing can be proved by them.
        server.setSecureContext(linkTls);
      }
    },
    dial(address, credentials, listener) {
      if (closed) return unreachable(listener, "the cluster stops");
      const url = URL.canParse(address) ? new URL(address) : undefined;
      if (!url || !/^(?:wss|https):$/.test(url.protocol)) {
        return unreachable(listener, "not the address of a cluster");
      }
      const webSocket = webSocketTo(url, credentials);
      if (!webSocket) return unreachable(listener, "the certificate to show and the private key are no pair");
      return keep({ webSocket, unauthenticatedPeers: dialled, listen: () => listener });
    },
    async call(call: PeerCall) {
      const abort = new AbortController();
      calls.add(abort);
      try {
        return await callPeer(call, abort.signal);
      } finally {
        calls.delete(abort);
      }
    },
    kill: () => close((wire) => wire.drop()),
    [Symbol.asyncDispose]: () => close((wire) => wire.close()),
  };
}

/** Begins to connect; undefined where TLS does not take the credentials. Of the other end nothing is asked but that it proves its key. */
function webSocketTo({ host }: URL, credentials: Credentials): WebSocket | undefined {
  try {
    return new WebSocket(`wss://${host}`, {
      ...linkTls,
      ...shown(credentials),
      rejectUnauthorized: false,
      handshakeTimeout: handshakeMilliseconds,
      maxPayload: frameLimitBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
  } catch {
    return undefined;
  }
}

/** A wire that is closed from the start. Its listener is told after `dial` has returned, as with any other. */
function unreachable(listener: WireListener, reason: string): Wire {
  setImmediate(() => listener.closed(reason));
  return { peer: undefined, send() {}, close() {} };
}
